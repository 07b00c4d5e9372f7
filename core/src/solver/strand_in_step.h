#pragma once

#include <vector>

#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "core/src/contact/linearised/step_motion.h"

namespace condyle {

/// The forces of a strand on the bodies of its path, in their order, and their change with the
/// bodies' velocities at the end of a step: as PairForces, for any number of bodies. Moments are
/// about the centres of mass at the start of the step.
struct StrandForces {
  std::vector<Vector6> force;  ///< (moment, force) on each body
  /// Block (i, j), at i * bodies + j: minus the derivative of dt times the force on i by the
  /// velocity of j. From the last evaluation that asked for a derivative, and only for bodies whose
  /// motion is not given.
  std::vector<Matrix6> slope;
};

/// A strand for one (sub-)step: straight, or over via points and obstacles, on any number of
/// bodies. Its path is traced again at the end of the step being solved. Only the start of the step
/// is linearised, so the force is a function of the velocities alone.
struct LinearisedStrand {
  ligament::Strand strand;
  ligament::StrandPath path;  ///< in the frames of the bodies' centres of mass

  // State at the start of the (sub-)step:
  ligament::PathMemory memory;
  ligament::StrandDamage damage;
  std::vector<Pose> X_WB_start;      ///< pose of each body's centre of mass
  std::vector<double> inverse_mass;  ///< of each body [1/kg]; 0 if it is static or kinematic
  /// Per body: whether its motion is given, so that its blocks of the slope are not computed.
  /// Empty: no motion is given.
  std::vector<char> is_given;
  std::vector<double> share;    ///< weight of each body in the shift of the line of action; sum 1
  bool has_moved_arms = false;  ///< whether a body of the path has: StepMotion::has_moved_arms
  bool is_straight = false;     ///< two points on two bodies, nothing between: needs no trace()
  /// Of a straight strand: from the centres of mass to its ends, world frame [m].
  Eigen::Vector3d arms[2];

  // State at the last evaluation, at the end of the step:
  ligament::TracedPath traced;
  ligament::StrandForce result;
  ligament::PathMemory memory_at_end;
  ligament::StrandDamage damage_at_end;
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
  StrandForces forces;
};

/// The arm that the forces on a body get, beyond that about its centre of mass where it has moved,
/// from `common_shift`, the shift of the points of force: 0 with moved arms.
inline Eigen::Vector3d lever_of(const LinearisedStrand& strand, const StepMotion& body,
                                const Eigen::Vector3d& common_shift) {
  if (strand.has_moved_arms) return Eigen::Vector3d::Zero();
  return body.shift - common_shift;
}

}  // namespace condyle
