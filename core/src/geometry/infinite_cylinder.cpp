#include "core/src/geometry/infinite_cylinder.h"

#include <cmath>

#include "core/src/geometry/require_length.h"

namespace condyle::geometry {

using Eigen::Vector3d;

void require_valid(const InfiniteCylinder& cylinder) {
  require_length("infinite cylinder", "radius", cylinder.radius);
}

SurfaceJet implicit(const InfiniteCylinder& cylinder, const Vector3d& point) {
  const double r = cylinder.radius;
  SurfaceJet jet{.value = 0.5 * (point.head<2>().squaredNorm() / r - r),
                 .gradient = {point.x() / r, point.y() / r, 0}};
  jet.hessian.diagonal() << 1 / r, 1 / r, 0;
  return jet;
}

SurfacePoint nearest(const InfiniteCylinder& cylinder, const Vector3d& point) {
  const double across = std::hypot(point.x(), point.y());
  const Vector3d normal =
      across > 0 ? Vector3d(point.x() / across, point.y() / across, 0) : Vector3d::UnitX();
  return {cylinder.radius * normal + Vector3d(0, 0, point.z()), normal, across - cylinder.radius};
}

LineCrossings line_crossings(const InfiniteCylinder& cylinder, const Vector3d& origin,
                             const Vector3d& direction) {
  return ends(inside_ball<2>(origin.head<2>(), direction.head<2>(), cylinder.radius));
}

ParametricJet parametric(const InfiniteCylinder& cylinder, const Eigen::Vector2d& uv) {
  const double x = cylinder.radius * std::cos(uv[0]), y = cylinder.radius * std::sin(uv[0]);
  const Vector3d none = Vector3d::Zero();
  return {{x, y, uv[1]}, {-y, x, 0}, Vector3d::UnitZ(), {-x, -y, 0}, none, none};
}

Eigen::Vector2d parameters(const InfiniteCylinder&, const Vector3d& point) {
  return {std::atan2(point.y(), point.x()), point.z()};
}

}  // namespace condyle::geometry
