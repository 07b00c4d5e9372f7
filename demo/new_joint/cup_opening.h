#pragma once

#include <Eigen/Core>

namespace condyle {

/// The direction out of the opening of a cup in the pelvis (x forward, y up, z to the right), by
/// its radiographic inclination and anteversion [rad] (Murray 1993, J. Bone Joint Surg. Br.
/// 75:228-232).
Eigen::Vector3d cup_opening(double inclination, double anteversion, bool is_left);

}  // namespace condyle
