#pragma once

#include <Eigen/Core>
#include <string>

namespace condyle {

/// Why a matrix from outside is not a rigid pose: scale, shear, a mirror image, a number that is
/// not finite or a last row other than 0 0 0 1. Empty if it is one, allowing for the rounding of a
/// file that prints seven digits.
std::string flaw_of_pose(const Eigen::Matrix4d& T);

}  // namespace condyle
