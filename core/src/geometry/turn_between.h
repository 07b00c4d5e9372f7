#pragma once

#include <Eigen/Core>

namespace condyle::geometry {

/// The rotation that turns one direction into the other by the smallest angle. For opposite
/// directions, half a turn about some axis across them. The directions need not be unit vectors,
/// but must not be 0.
Eigen::Matrix3d turn_between(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

}  // namespace condyle::geometry
