#include "core/src/geometry/cone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/src/geometry/require_length.h"
#include "core/src/geometry/revolved_outline.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

std::array<Eigen::Vector2d, 3> outline(const Cone& cone) {
  return {{{0, -cone.height / 2}, {cone.radius, -cone.height / 2}, {0, cone.height / 2}}};
}

/// The part of a line where x^2 + y^2 <= k^2 w^2, with w >= 0 the depth below the apex and
/// k = radius / height: a x^2 + 2 b x + c <= 0 along the line.
LineInterval inside_nappe(const Cone& cone, const Vector3d& origin, const Vector3d& direction) {
  const double k = cone.radius / cone.height, kk = k * k;
  const double w = cone.height / 2 - origin.z(), slope = -direction.z();
  const double a = direction.head<2>().squaredNorm() - kk * slope * slope;
  const double b = origin.head<2>().dot(direction.head<2>()) - kk * w * slope;
  const double c = origin.head<2>().squaredNorm() - kk * w * w;
  const double infinity = std::numeric_limits<double>::infinity();
  if (a == 0) {
    if (b == 0) return c <= 0 ? LineInterval{} : k_no_interval;
    const double root = -0.5 * c / b;
    return b > 0 ? LineInterval{-infinity, root} : LineInterval{root, infinity};
  }
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return a > 0 ? k_no_interval : LineInterval{};
  const double far = -(b + std::copysign(std::sqrt(discriminant), b));
  const double root = far / a, other = far == 0 ? 0 : c / far;
  const double first = std::min(root, other), second = std::max(root, other);
  if (a > 0) return {first, second};
  // The line is steeper than the wall and has one half in each nappe; the half in the cone's nappe
  // is the one along which the depth grows.
  return slope > 0 ? LineInterval{second, infinity} : LineInterval{-infinity, first};
}

}  // namespace

double slant_length(const Cone& cone) { return std::hypot(cone.radius, cone.height); }

void require_valid(const Cone& cone) {
  require_length("cone", "radius", cone.radius);
  require_length("cone", "height", cone.height);
}

SurfaceJet implicit(const Cone& cone, const Vector3d& point) {
  return revolved_distance(outline(cone), point);
}

SurfacePoint nearest(const Cone& cone, const Vector3d& point) {
  return revolved_nearest(outline(cone), point);
}

// Computed from the line's nearest point to the apex, where the quadratic suffers least from
// cancellation.
LineCrossings line_crossings(const Cone& cone, const Vector3d& origin, const Vector3d& direction) {
  const Vector3d apex(0, 0, cone.height / 2);
  const double shift = (apex - origin).dot(direction) / direction.squaredNorm();
  const Vector3d start = origin + shift * direction;
  LineInterval inside =
      intersection(inside_nappe(cone, start, direction),
                   inside_slab(start.z(), direction.z(), -cone.height / 2, cone.height / 2));
  inside.lowest += shift;
  inside.highest += shift;
  return ends(inside);
}

Vector3d support(const Cone& cone, const Vector3d& direction) {
  return revolved_support(outline(cone), direction);
}

// The centre lies a quarter of the height above the base.
SolidProperties solid_properties(const Cone& cone) {
  const double r = cone.radius, h = cone.height, volume = pi / 3 * r * r * h;
  const double across = volume * (3 * r * r / 20 + 3 * h * h / 80);
  SolidProperties solid = centred_solid(volume, pi * r * (r + slant_length(cone)),
                                        {across, across, 0.3 * volume * r * r});
  solid.centre.z() = -h / 4;
  return solid;
}

ParametricJet parametric(const Cone& cone, const Eigen::Vector2d& uv) {
  const double slant = slant_length(cone), sine = cone.radius / slant, cosine = cone.height / slant;
  const Vector3d radial(std::cos(uv[1]), std::sin(uv[1]), 0), around(-radial.y(), radial.x(), 0);
  const Vector3d down = sine * radial - Vector3d(0, 0, cosine);
  return {Vector3d(0, 0, cone.height / 2) + uv[0] * down,
          down,
          uv[0] * sine * around,
          Vector3d::Zero(),
          sine * around,
          -uv[0] * sine * radial};
}

Eigen::Vector2d parameters(const Cone& cone, const Vector3d& point) {
  const double depth = cone.height / 2 - point.z();
  return {std::hypot(point.head<2>().norm(), depth), std::atan2(point.y(), point.x())};
}

}  // namespace condyle::geometry
