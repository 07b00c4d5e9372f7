#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle {

/// An attachment of a strand to a moving body: the point and its velocity, both in the world W.
struct StrandEnd {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d v_W = Eigen::Vector3d::Zero();  ///< [m/s]
};

/// The end at point p_B of a body at pose X_WB that moves with V_WB_W, the velocity of B relative
/// to W at B's origin, expressed in W.
StrandEnd strand_end(const Pose& X_WB, const Twist& V_WB_W, const Eigen::Vector3d& p_B);

/// The course of a strand from end A to end B. At each end, the unit vector along which that end
/// must move for the path to lengthen fastest, which is the gradient of its length: tension T pulls
/// end A by -T gradient_A and end B by -T gradient_B. The straight path is the only one so far; a
/// path wrapped over a surface fills the same fields with its two free ends, and adds the reaction
/// on the body it wraps.
struct StrandPath {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< [m/s]
  Eigen::Vector3d gradient_A_W = Eigen::Vector3d::Zero();
  Eigen::Vector3d gradient_B_W = Eigen::Vector3d::Zero();
};

/// The straight path. Where the ends coincide its direction is undefined; gradients are then zero.
StrandPath straight_path(const StrandEnd& a, const StrandEnd& b);

}  // namespace condyle
