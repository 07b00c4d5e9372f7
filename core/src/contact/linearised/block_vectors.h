#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "condyle/pose.h"
#include "core/src/contact/linearised/linearised_block.h"

namespace condyle {

/// The vector in one lane of a block.
inline Eigen::Vector3d vector_at(const BlockRow (&lanes)[3], int lane) {
  return {lanes[0][lane], lanes[1][lane], lanes[2][lane]};
}

inline void put(const Eigen::Vector3d& v, BlockRow (&lanes)[3], int lane) {
  for (int k = 0; k < 3; ++k) lanes[k][lane] = v[k];
}

/// The gradient of the proximity in one lane of a block.
inline Vector6 gradient_of(const LinearisedBlock& block, int lane) {
  Vector6 gradient;
  for (int k = 0; k < 6; ++k) gradient[k] = block.gradient[k][lane];
  return gradient;
}

}  // namespace condyle
