#include "core/src/geometry/turn_between.h"

#include <Eigen/Geometry>

namespace condyle::geometry {
namespace {

Eigen::Matrix3d half_turn(const Eigen::Vector3d& axis) {
  return 2 * axis * axis.transpose() - Eigen::Matrix3d::Identity();
}

}  // namespace

// A half turn about `from` keeps `from`, and one about the direction halfway takes it to `to`.
// Together they turn in the plane of both. Eigen's Quaternion::FromTwoVectors decomposes a matrix
// where the directions are opposite, which takes a compiler eight seconds.
Eigen::Matrix3d turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  constexpr double k_opposite = 1e-6;
  const Eigen::Vector3d a = from.normalized(), sum = a + to.normalized();
  const double length = sum.norm();
  const Eigen::Vector3d halfway = length < k_opposite ? a.unitOrthogonal() : sum / length;
  return half_turn(halfway) * half_turn(a);
}

}  // namespace condyle::geometry
