#pragma once

#include <algorithm>

#include "condyle/collision/ray_cluster.h"
#include "condyle/pose.h"

namespace condyle {

/// How far rays reach from their origins [m].
struct RayReach {
  double inward = 0;
  double outward = 0;
};

/// How the target moved past the rays between two calls, in the casting frame: what is at p now was
/// at p - (turn p + shift).
struct PassingMotion {
  Eigen::Matrix3d turn = Eigen::Matrix3d::Zero();
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();
  double turn_norm = 0;  ///< of Frobenius, so no less than the spectral norm
  double growth = 0;     ///< by which rays reach farther, plus far more than all rounding
};

/// `extent_C` is the largest coordinate of the rays' origins.
PassingMotion motion_between(const Pose& X_TC_before, const RayReach& reach_before,
                             const Pose& X_TC, const RayReach& reach, double extent_C);

/// Bounds of the displacement near a cluster of rays, across and along its mean ray [m].
struct LocalMotion {
  double across = 0;
  double along = 0;
};

/// Bounds the displacement of all that is within `around` of the segments of the cluster's rays.
LocalMotion motion_at(const RayCluster& cluster, const RayReach& reach, double around,
                      const PassingMotion& step);

/// Motion as one number [m], of which that along the rays counts `stretch` >= 1 times: joints slide
/// and roll far more than they approach, and what only slides need not be feared to come closer.
inline double stretched(const LocalMotion& motion, double stretch) {
  return std::max(motion.across, stretch * motion.along);
}

/// The stretch that suits motion like this.
double stretch_for(const LocalMotion& motion);

}  // namespace condyle
