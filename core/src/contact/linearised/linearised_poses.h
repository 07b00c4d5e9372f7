#pragma once

#include "condyle/pose.h"
#include "core/src/contact/linearised/linearised_sums.h"
#include "core/src/contact/linearised/step_motion.h"

namespace condyle {

/// The poses of a pair at the search, in the world frame unless a frame is named. C is the casting
/// body, T the target body.
struct LinearisedPoses {
  StepMotion C, T;  ///< motions from the start of the (sub-)step
  double dt = 0;    ///< time from that start to the search [s]
  Pose X_CT = Pose::Identity(), X_TC = X_CT, X_WC = X_CT, X_WT = X_CT;  ///< of the mesh frames
  /// The frame C where forces act. Moments are about the centres of mass at the start of the step:
  /// the frame at the search is therefore moved back by the shift of C's centre of mass, and
  /// forward by the shift of the common point of force (share_of_second()).
  Pose X_WC_acting = X_CT;
  Eigen::Vector3d arm_C, offset;  ///< from C's and from T's centre of mass to C's mesh origin
  /// From the point of C and the point of T that touch to the point where forces act on either.
  /// That is one point in space, relative to the centres of mass at the start, unless
  /// StepMotion::has_moved_arms: the bodies have slid past one another since, and moments about
  /// where they are now would not add up to 0. Without levers, they are taken there.
  Eigen::Vector3d lever_C = Eigen::Vector3d::Zero(), lever_T = lever_C;
  Eigen::Vector3d between;  ///< from T's to C's centre of mass, for the moments on them
};

/// The poses of mesh frames that are at X_WC and X_WT at the start of the (sub-)step and move by C
/// and T for `dt` [s], or stay there if `dt` is 0.
LinearisedPoses poses_after(const StepMotion& C, const StepMotion& T, double dt, const Pose& X_WC,
                            const Pose& X_WT);

/// The motion from the search on, if the bodies move by C and T from the start of the (sub-)step.
RelativeMotion relative_motion(const LinearisedPoses& found, const StepMotion& C,
                               const StepMotion& T);

}  // namespace condyle
