// Geodesics in closed form: half space, sphere, cylinder, cone.
#include "core/geometry/src/geodesic_curve.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/tangent_axes.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;

/// The wall of a cone unrolled flat, where geodesics are straight lines. Polar coordinates about
/// the apex: an angle u about the axis becomes u * sine.
class FlatCone {
 public:
  explicit FlatCone(const Cone& cone)
      : cone_(cone), slant_(slant_length(cone)), sine_(cone.radius / slant_) {}

  /// Distance from the apex and angle about the axis.
  Vector2d polar(const Vector3d& point) const { return parameters(cone_, point); }

  /// Components of a tangent vector down the wall and around it.
  Vector2d components(const Vector3d& point, const Vector3d& tangent) const {
    const ParametricJet jet = parametric(cone_, polar(point));
    return {jet.du.dot(tangent), jet.dv.normalized().dot(tangent)};
  }

  Vector3d lifted(const Vector2d& at, const Vector2d& components) const {
    const ParametricJet jet = parametric(cone_, at);
    return components[0] * jet.du + components[1] * jet.dv.normalized();
  }

  double slant() const { return slant_; }
  double sine() const { return sine_; }

 private:
  const Cone& cone_;
  double slant_, sine_;
};

GeodesicPoint cone_point(const Shape& shape, const Cone& cone, const GeodesicStart& start,
                         double s) {
  const FlatCone flat(cone);
  const Vector2d from = flat.polar(start.point), d = flat.components(start.point, start.tangent);
  const double x = from[0] + s * d[0], y = s * d[1];
  const double turn = std::atan2(y, x), c = std::cos(turn), sn = std::sin(turn);
  const Vector2d at(std::hypot(x, y), from[1] + turn / flat.sine());
  const Vector2d there(d[0] * c + d[1] * sn, -d[0] * sn + d[1] * c);
  GeodesicPoint result =
      geodesic_point(shape, s, parametric(cone, at).point, flat.lifted(at, there));
  result.rotational = s;
  return result;
}

GeodesicPoint sphere_point(const Shape& shape, const Sphere& sphere, const GeodesicStart& start,
                           double s) {
  const double R = sphere.radius, c = std::cos(s / R), sn = std::sin(s / R);
  const Vector3d out = start.point / R;
  GeodesicPoint result =
      geodesic_point(shape, s, R * (c * out + sn * start.tangent), c * start.tangent - sn * out);
  result.rotational = R * sn;
  result.rotational_rate = c;
  result.translational = c;
  result.translational_rate = -sn / R;
  return result;
}

GeodesicPoint cylinder_point(const Shape& shape, const InfiniteCylinder& cylinder,
                             const GeodesicStart& start, double s) {
  const double R = cylinder.radius;
  const Vector3d out(start.point.x() / R, start.point.y() / R, 0), around(-out.y(), out.x(), 0);
  const double along = start.tangent.z(), across = around.dot(start.tangent);
  const double c = std::cos(s * across / R), sn = std::sin(s * across / R);
  const Vector3d point = R * (c * out + sn * around) + Vector3d(0, 0, start.point.z() + s * along);
  GeodesicPoint result =
      geodesic_point(shape, s, point, across * (c * around - sn * out) + Vector3d(0, 0, along));
  result.rotational = s;
  return result;
}

GeodesicPoint plane_point(const Shape& shape, const GeodesicStart& start, double s) {
  GeodesicPoint result = geodesic_point(shape, s, start.point + s * start.tangent, start.tangent);
  result.rotational = s;
  return result;
}

ClosedConnection sphere_connection(const Sphere& sphere, const Vector3d& from, const Vector3d& to) {
  const double R = sphere.radius;
  const Vector3d out = from / R;
  const Vector3d side = to - out.dot(to) * out;  // direction of the geodesic
  const double across = side.norm(), angle = std::atan2(across, out.dot(to));
  if (across > 1e-14 * R) return {side / across, R * angle, true};
  return {tangent_axes(out).first, R * angle, angle < 1};
}

ClosedConnection cylinder_connection(const InfiniteCylinder& cylinder, const Vector3d& from,
                                     const Vector3d& to) {
  const double R = cylinder.radius;
  const double turn =
      std::remainder(std::atan2(to.y(), to.x()) - std::atan2(from.y(), from.x()), 2 * pi);
  const Vector3d around(-from.y() / R, from.x() / R, 0);
  const double across = R * turn, along = to.z() - from.z(), length = std::hypot(across, along);
  const bool unique = std::abs(turn) < pi * (1 - 1e-14);
  if (length == 0) return {around, 0, true};
  return {(across * around + Vector3d(0, 0, along)) / length, length, unique};
}

// Of the two ways round, takes the smaller angle between the unrolled points. It is less than half
// a turn, so that the straight line between them stays on the wall.
ClosedConnection cone_connection(const Cone& cone, const Vector3d& from, const Vector3d& to) {
  const FlatCone flat(cone);
  const Vector2d a = flat.polar(from), b = flat.polar(to);
  const double angle = std::remainder(b[1] - a[1], 2 * pi) * flat.sine();
  const Vector2d step(b[0] * std::cos(angle) - a[0], b[0] * std::sin(angle));
  const double length = step.norm();
  if (length == 0) return {flat.lifted(a, {1, 0}), 0, true};
  const bool unique = std::abs(std::remainder(b[1] - a[1], 2 * pi)) < pi * (1 - 1e-14);
  return {flat.lifted(a, step / length), length, unique};
}

[[noreturn]] void refuse(const Shape& shape) {
  throw InputError(fmt::format(
      "{}: it has no geodesics here, for its faces and edges are not smooth", name(shape)));
}

bool has_geodesics(const Shape& shape) {
  return is_smooth(shape) || std::holds_alternative<Cone>(shape) ||
         std::holds_alternative<Capsule>(shape);
}

/// The point on a cone's wall nearest to a point that may be nearer to the base.
Vector3d on_wall(const Cone& cone, const Vector3d& point) {
  const FlatCone flat(cone);
  const double across = std::hypot(point.x(), point.y()), depth = cone.height / 2 - point.z();
  const double cosine = cone.height / flat.slant();
  const double w = std::clamp(across * flat.sine() + depth * cosine, 0.0, flat.slant());
  return parametric(cone, {w, std::atan2(point.y(), point.x())}).point;
}

}  // namespace

GeodesicStart geodesic_start(const Shape& shape, const Vector3d& from, const Vector3d& direction) {
  if (!has_geodesics(shape)) refuse(shape);
  const auto* cone = std::get_if<Cone>(&shape);
  const Vector3d point = cone ? on_wall(*cone, from) : nearest(shape, from).point;
  const Vector3d normal = cone ? Vector3d(parametric(*cone, parameters(*cone, point))
                                              .du.cross(Vector3d(-point.y(), point.x(), 0))
                                              .normalized())
                               : normal_at(shape, point);
  const Vector3d tangent = direction - normal.dot(direction) * normal;
  if (!(tangent.norm() > 1e-12 * direction.norm())) {
    throw InputError(
        fmt::format("{}: a geodesic's direction is along the normal; give one that is "
                    "not",
                    name(shape)));
  }
  return {point, tangent.normalized()};
}

bool has_closed_geodesics(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<Sphere>(shape) ||
         std::holds_alternative<InfiniteCylinder>(shape) || std::holds_alternative<Cone>(shape);
}

GeodesicPoint geodesic_point(const Shape& shape, double s, const Vector3d& point,
                             const Vector3d& tangent) {
  const SurfaceJet jet = implicit(shape, point);
  GeodesicPoint result{.length = s, .point = point, .tangent = tangent};
  result.normal = jet.gradient.normalized();
  result.curvature = curvature_in_direction(jet, tangent);
  result.torsion = torsion_in_direction(jet, tangent);
  return result;
}

GeodesicPoint closed_geodesic_point(const Shape& shape, const GeodesicStart& start, double s) {
  if (const auto* sphere = std::get_if<Sphere>(&shape))
    return sphere_point(shape, *sphere, start, s);
  if (const auto* cone = std::get_if<Cone>(&shape)) return cone_point(shape, *cone, start, s);
  if (const auto* cylinder = std::get_if<InfiniteCylinder>(&shape)) {
    return cylinder_point(shape, *cylinder, start, s);
  }
  return plane_point(shape, start, s);
}

double closed_geodesic_limit(const Shape& shape, const GeodesicStart& start) {
  const auto* cone = std::get_if<Cone>(&shape);
  if (!cone) return std::numeric_limits<double>::infinity();
  const FlatCone flat(*cone);
  const double w = flat.polar(start.point)[0];
  const Vector2d d = flat.components(start.point, start.tangent);
  // Straight up the wall, it ends at the apex; otherwise at the unrolled circle of the rim.
  if (std::abs(d[1]) * w <= 1e-12 * flat.slant() && d[0] < 0) return w;
  const double miss = w * d[1];
  return -w * d[0] + std::sqrt(std::max(0.0, flat.slant() * flat.slant() - miss * miss));
}

ClosedConnection closed_connection(const Shape& shape, const Vector3d& from, const Vector3d& to) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere_connection(*sphere, from, to);
  if (const auto* cone = std::get_if<Cone>(&shape)) return cone_connection(*cone, from, to);
  if (const auto* cylinder = std::get_if<InfiniteCylinder>(&shape)) {
    return cylinder_connection(*cylinder, from, to);
  }
  const double length = (to - from).norm();
  return {length > 0 ? Vector3d((to - from) / length) : Vector3d::UnitX(), length, true};
}

}  // namespace condyle::geometry
