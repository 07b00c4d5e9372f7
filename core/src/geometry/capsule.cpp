#include "core/src/geometry/capsule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/geometry/require_length.h"
#include "core/src/geometry/solid_properties.h"

namespace condyle::geometry {

using Eigen::Vector3d;
using std::numbers::pi;

void require_valid(const Capsule& capsule) {
  require_length("capsule", "radius", capsule.radius);
  require_length("capsule", "half length", capsule.half_length);
}

SurfaceJet implicit(const Capsule& capsule, const Vector3d& point) {
  const double h = capsule.half_length, z = std::clamp(point.z(), -h, h);
  const Vector3d arm = point - Vector3d(0, 0, z);
  const double length = arm.stableNorm();
  if (length == 0) return {.value = -capsule.radius, .gradient = Vector3d::UnitX()};
  const Vector3d normal = arm / length;
  SurfaceJet jet{.value = length - capsule.radius, .gradient = normal};
  jet.hessian = (Eigen::Matrix3d::Identity() - normal * normal.transpose()) / length;
  if (z == point.z()) jet.hessian(2, 2) = 0;  // on the wall the normal keeps its direction along z
  return jet;
}

SurfacePoint nearest(const Capsule& capsule, const Vector3d& point) {
  const SurfaceJet jet = implicit(capsule, point);
  const double z = std::clamp(point.z(), -capsule.half_length, capsule.half_length);
  return {Vector3d(0, 0, z) + capsule.radius * jet.gradient, jet.gradient, jet.value};
}

// A line crosses a convex union in a single interval, so the intervals of its parts may be joined;
// this loses no line at a seam.
LineCrossings line_crossings(const Capsule& capsule, const Vector3d& origin,
                             const Vector3d& direction) {
  const double r = capsule.radius, h = capsule.half_length;
  const LineInterval wall = intersection(inside_ball<2>(origin.head<2>(), direction.head<2>(), r),
                                         inside_slab(origin.z(), direction.z(), -h, h));
  const LineInterval low = inside_ball<3>(origin + Vector3d(0, 0, h), direction, r);
  const LineInterval high = inside_ball<3>(origin - Vector3d(0, 0, h), direction, r);
  return ends(hull(wall, hull(low, high)));
}

Vector3d support(const Capsule& capsule, const Vector3d& direction) {
  const double end = direction.z() > 0 ? 1 : direction.z() < 0 ? -1 : 0;
  return capsule.radius * direction.normalized() + Vector3d(0, 0, end * capsule.half_length);
}

// A cylinder, plus a ball cut into two halves whose centres of volume are 3/8 r from the seams.
SolidProperties solid_properties(const Capsule& capsule) {
  const double r = capsule.radius, h = capsule.half_length, rr = r * r;
  const double wall = 2 * pi * rr * h, ball = 4 * pi / 3 * rr * r;
  const double across = wall * (rr / 4 + h * h / 3) + ball * (0.4 * rr + h * h + 0.75 * h * r);
  return centred_solid(wall + ball, 4 * pi * r * (r + h),
                       {across, across, 0.5 * wall * rr + 0.4 * ball * rr});
}

}  // namespace condyle::geometry
