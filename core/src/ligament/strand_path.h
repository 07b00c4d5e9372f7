#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle {

/// An attachment of a strand to a moving body: position and velocity of the point, both in the
/// world W.
struct StrandEnd {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d v_W = Eigen::Vector3d::Zero();  ///< [m/s]
};

/// The strand end at point p_B of a body with pose X_WB and velocity V_WB_W (of B relative to W at
/// B's origin, expressed in W).
StrandEnd strand_end(const Pose& X_WB, const Twist& V_WB_W, const Eigen::Vector3d& p_B);

/// The straight path of a strand from end A to end B. Each gradient of the length is the unit
/// vector along which that end must move to lengthen the path fastest: tension T pulls end A by -T
/// gradient_A and end B by -T gradient_B. For paths that wrap over surfaces, see course_path.h.
struct StrandPath {
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< [m/s]
  Eigen::Vector3d gradient_A_W = Eigen::Vector3d::Zero();
  Eigen::Vector3d gradient_B_W = Eigen::Vector3d::Zero();
};

/// The straight path. If the ends coincide, its direction is undefined and the gradients are zero.
StrandPath straight_path(const StrandEnd& a, const StrandEnd& b);

}  // namespace condyle
