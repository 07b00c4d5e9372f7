#include "core/src/geometry/half_space.h"

namespace condyle::geometry {

using Eigen::Vector3d;

SurfaceJet implicit(const HalfSpace&, const Vector3d& point) {
  return {.value = point.z(), .gradient = Vector3d::UnitZ()};
}

SurfacePoint nearest(const HalfSpace&, const Vector3d& point) {
  return {{point.x(), point.y(), 0}, Vector3d::UnitZ(), point.z()};
}

LineCrossings line_crossings(const HalfSpace&, const Vector3d& origin, const Vector3d& direction) {
  LineCrossings crossings;
  if (direction.z() != 0) crossings.add(-origin.z() / direction.z());
  return crossings;
}

ParametricJet parametric(const HalfSpace&, const Eigen::Vector2d& uv) {
  const Vector3d none = Vector3d::Zero();
  return {{uv[0], uv[1], 0}, Vector3d::UnitX(), Vector3d::UnitY(), none, none, none};
}

Eigen::Vector2d parameters(const HalfSpace&, const Vector3d& point) { return point.head<2>(); }

}  // namespace condyle::geometry
