#pragma once

#include "condyle/pose.h"

namespace condyle {

/// The inverse of a pose. Unlike Eigen's, it has the same bits on every processor: its sums are in
/// the order that Eigen takes on x86-64.
inline Pose inverse_of(const Pose& X) {
  const Eigen::Matrix3d R = X.linear().transpose();
  const Eigen::Vector3d t = -X.translation();
  Pose inverse = Pose::Identity();
  inverse.linear() = R;
  inverse.translation() << (R(0, 0) * t.x() + R(0, 1) * t.y()) + R(0, 2) * t.z(),
      (R(1, 0) * t.x() + R(1, 1) * t.y()) + R(1, 2) * t.z(),
      R(2, 0) * t.x() + (R(2, 1) * t.y() + R(2, 2) * t.z());
  return inverse;
}

}  // namespace condyle
