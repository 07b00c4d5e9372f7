#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace condyle {

/// Pose X_AB of frame B in frame A: p_A = X_AB * p_B. Always a rigid motion: a rotation and a
/// translation [m].
using Pose = Eigen::Isometry3d;

/// Rotational [rad/s] and translational [m/s] velocity of one frame relative to another. A
/// variable's name gives the reference frame, the moving frame and the frame of expression: V_TC_C
/// is the velocity of C relative to T, at C's origin, expressed in C.
struct Twist {
  Eigen::Vector3d angular = Eigen::Vector3d::Zero();
  Eigen::Vector3d linear = Eigen::Vector3d::Zero();
};

/// Moment [N m] about a stated point and force [N], expressed in a stated frame.
struct Wrench {
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
};

/// Rows and columns in the order of Twist and Wrench: rotation first, translation second.
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

}  // namespace condyle
