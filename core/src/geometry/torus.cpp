#include "core/src/geometry/torus.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "condyle/error.h"
#include "core/src/geometry/polynomial_roots.h"
#include "core/src/geometry/require_length.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;

/// Unit vector from the axis towards the point.
Vector3d outward(const Vector3d& point) {
  const double across = std::hypot(point.x(), point.y());
  return across > 0 ? Vector3d(point.x() / across, point.y() / across, 0) : Vector3d::UnitX();
}

}  // namespace

void require_valid(const Torus& torus) {
  require_length("torus", "major radius", torus.major_radius);
  require_length("torus", "minor radius", torus.minor_radius);
  if (torus.minor_radius < torus.major_radius) return;
  throw InputError(
      fmt::format("torus: minor radius {} m is not below the major radius {} m; make it smaller",
                  torus.minor_radius, torus.major_radius));
}

SurfaceJet implicit(const Torus& torus, const Vector3d& point) {
  const double R = torus.major_radius, r = torus.minor_radius;
  const double across = std::hypot(point.x(), point.y());
  const Vector3d radial = outward(point), around(-radial.y(), radial.x(), 0);
  const Vector3d arm = (across - R) * radial + Vector3d(0, 0, point.z());
  SurfaceJet jet{.value = 0.5 * (arm.squaredNorm() / r - r), .gradient = arm / r};
  jet.hessian = radial * radial.transpose() / r;
  jet.hessian(2, 2) += 1 / r;
  if (across > 0) jet.hessian += (1 - R / across) / r * (around * around.transpose());
  return jet;
}

SurfacePoint nearest(const Torus& torus, const Vector3d& point) {
  const Vector3d radial = outward(point);
  const double out = std::hypot(point.x(), point.y()) - torus.major_radius;
  const double length = std::hypot(out, point.z());
  const Vector3d normal =
      length > 0 ? Vector3d(out / length * radial + Vector3d(0, 0, point.z() / length)) : radial;
  return {torus.major_radius * radial + torus.minor_radius * normal, normal,
          length - torus.minor_radius};
}

// Let p be the line's nearest point to the centre, |d| = 1 and k = |p|^2 + R^2 - r^2. Then the line
// p + t d meets the torus where (t^2 + k)^2 = 4 R^2 (|p|^2 + t^2 - (p_z + t d_z)^2), a quartic
// without a cubic term.
LineCrossings line_crossings(const Torus& torus, const Vector3d& origin,
                             const Vector3d& direction) {
  const double R = torus.major_radius, r = torus.minor_radius;
  const double speed = direction.norm();
  const Vector3d d = direction / speed;
  const double middle = -origin.dot(d);
  const Vector3d p = origin + middle * d;
  const double pp = p.squaredNorm(), beyond = (R + r) * (R + r) - pp;
  if (beyond < 0) return {};
  const double k = pp + (R - r) * (R + r), four = 4 * R * R;
  const std::array<double, 5> quartic{k * k - four * (pp - p.z() * p.z()), 2 * four * p.z() * d.z(),
                                      2 * k - four * (1 - d.z() * d.z()), 0, 1};
  const double reach = 1.001 * std::sqrt(beyond);
  const PolynomialRoots roots = roots_between(quartic, -reach, reach);
  LineCrossings crossings;
  for (int i = 0; i < roots.count; ++i) crossings.add((roots.at[i] + middle) / speed);
  return crossings;
}

Vector3d support(const Torus& torus, const Vector3d& direction) {
  return torus.major_radius * outward(direction) + torus.minor_radius * direction.normalized();
}

SolidProperties solid_properties(const Torus& torus) {
  const double R = torus.major_radius, r = torus.minor_radius, RR = R * R, rr = r * r;
  const double volume = 2 * pi * pi * R * rr;
  const double across = volume * (RR / 2 + 5 * rr / 8);
  return centred_solid(volume, 4 * pi * pi * R * r, {across, across, volume * (RR + 3 * rr / 4)});
}

ParametricJet parametric(const Torus& torus, const Vector2d& uv) {
  const double R = torus.major_radius, r = torus.minor_radius;
  const Vector3d radial(std::cos(uv[0]), std::sin(uv[0]), 0), around(-radial.y(), radial.x(), 0);
  const double c = r * std::cos(uv[1]), s = r * std::sin(uv[1]);
  const Vector3d up = Vector3d::UnitZ();
  return {(R + c) * radial + s * up, (R + c) * around, -s * radial + c * up,
          -(R + c) * radial,         -s * around,      -c * radial - s * up};
}

Vector2d parameters(const Torus& torus, const Vector3d& point) {
  const double out = std::hypot(point.x(), point.y()) - torus.major_radius;
  return {std::atan2(point.y(), point.x()), std::atan2(point.z(), out)};
}

}  // namespace condyle::geometry
