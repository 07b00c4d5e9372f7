#pragma once

#include <span>
#include <vector>

#include "condyle/ligament/course_path.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/solver/step_motion.h"

namespace condyle {

/// Forces that a strand exerts on the bodies of its course, in their order, and how they change
/// with the bodies' velocities at the end of a step: as PairForces, for any number of bodies.
/// Moments are about the centres of mass at the start of the step.
struct StrandForces {
  std::vector<Vector6> force;  ///< (moment, force) on each body
  /// Block (i, j) at i * bodies + j: minus the change of dt times the force on i with the velocity
  /// of j. Of the last evaluation that asked for a derivative; of bodies that solve, not of those
  /// whose motion is given.
  std::vector<Matrix6> slope;
};

/// A strand for one (sub-)step: straight or over via points and obstacles, on any number of bodies.
/// The path is found anew at the end of the step that is being solved for; "frozen" is only what it
/// goes on from, so that the force is a function of the velocities alone.
struct FrozenStrand {
  LigamentStrand strand;
  StrandCourse course;  ///< in the frames of the bodies' centres of mass

  // At the start of the (sub-)step:
  CourseMemory memory;
  StrandDamage damage;
  std::vector<Pose> X_WB_start;  ///< of each body's centre of mass
  /// Of each body, whether its motion is given: its blocks of the slope are then not worked out.
  /// Empty: none is.
  std::vector<char> is_given;
  std::vector<double> share;  ///< of each body in what the line of action follows; sum 1
  bool is_straight = false;   ///< two points and bodies, nothing between: needs no trace()
  Eigen::Vector3d arms[2];    ///< of a straight one: from centres of mass to its ends, W [m]

  // As of the last evaluation, at the end of the step:
  CoursePath path;
  LigamentForce result;
  CourseMemory memory_at_end;
  StrandDamage damage_at_end;
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
  StrandForces forces;
};

/// Sets the start of a (sub-)step from X_WB_start, memory and damage. `inverse_mass` of each body
/// [1/kg], 0 for static and kinematic ones. Opposite impulses along common lines keep angular
/// momentum, though the bodies shift within the step: all points of attack follow the mean of the
/// bodies' shifts, each weighted by its inverse mass and by how hard the strand pulls on it.
void freeze(FrozenStrand& strand, std::span<const double> inverse_mass);

/// Forces on the bodies at the end of a step of `dt` [s] in which they move so. The slope is the
/// true one (k g g^T with g the gradient of the path's length over all its bodies, tension across
/// the free segments, turning arms) or, safe, symmetric and never negative. Where a path wraps, its
/// segments' ends count as fixed to the obstacle: that is exact along the surface's normal, and
/// stiffer than it is across.
void evaluate(FrozenStrand& strand, std::span<const StepMotion* const> motions, double dt,
              Linearisation);

/// The end of the (sub-)step becomes the start of what follows.
void carry_on(FrozenStrand& strand);

}  // namespace condyle
