#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "condyle/solver/step.h"
#include "core/src/solver/group_solver.h"
#include "core/src/solver/moving_vertices.h"
#include "core/src/solver/pair_step.h"
#include "core/src/solver/strand_step.h"
#include "core/src/solver/touch_event.h"

namespace condyle {

/// A dynamic body of an island. Velocities are (angular, linear) at the centre of mass, in the
/// world frame.
struct Mover {
  // State at the start of the step, as the engine gives it:
  Pose X_WB_start;                                            ///< pose of the centre of mass
  Eigen::Vector3d inverse_mass = Eigen::Vector3d::Zero();     ///< per world axis [1/kg]
  Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< world frame [1/(kg m^2)]
  Vector6 start_velocity = Vector6::Zero();
  Vector6 external = Vector6::Zero();  ///< velocity change by external forces over the step
  /// Whether `external` contains the gyroscopic torque of a body of unequal moments of inertia, and
  /// the change of angular velocity by this torque over the step [rad/s]. Sub-steps replace it by a
  /// torque of their own, as the body turns.
  bool has_gyroscopic = false;
  Eigen::Vector3d gyroscopic = Eigen::Vector3d::Zero();
  // State within the step, which each sub-step updates:
  Pose X_WB;
  Vector6 velocity = Vector6::Zero();
  Eigen::Vector3d turned = Eigen::Vector3d::Zero();  ///< rotation summed over the sub-steps [rad]
};

/// A static or kinematic body, which moves at constant velocity.
struct GivenBody {
  Pose X_WB_given;       ///< pose of the centre of mass, `time_left` after the end of the step
  double time_left = 0;  ///< time from the end of the step to X_WB_given [s]
  Twist velocity;        ///< velocity of the centre of mass, world frame
  Pose X_WB;             ///< pose of the centre of mass at the start of the sub-step
};

/// The pose of a body `time` [s] before it reaches X_WB at constant velocity.
Pose pose_before(const Pose& X_WB, const Twist& velocity, double time);

/// The division of a step into sub-steps, and the place of the current sub-step in it.
struct StepDivision {
  bool is_divided = false;
  int substeps = 1;      ///< number of sub-steps, without additional ones at a first touch
  int wanted = 1;        ///< number of sub-steps to use instead if `substeps` are too few
  bool lets_go = false;  ///< the current sub-step is taken without contact
  double shorter = 0;    ///< length of the sub-step, if it must be shorter than the finest [s]
  double longest = 0;    ///< upper bound on the length of the sub-steps to come [s]
  /// Upper bound on the length of the sub-steps after the current one, if that ends at a touch [s].
  double longest_after = 0;
  double done = 0;       ///< time from the start of the step to the start of the sub-step [s]
  double remaining = 0;  ///< time from the end of the sub-step to the end of the step [s]
};

/// A pair that is set aside in a sub-step (far_pairs.h).
struct FarPair {
  int number;  ///< GroupPair::number
  GroupEnd casting, target;
  PairStep* pair;
  /// Distances from the centres of mass within which the surfaces lie [m].
  double casting_radius = 0, target_radius = 0;
  /// The surfaces are at least this far apart, until bodies have moved so far [m].
  double room = 0;
};

/// How fast a body moves and turns.
struct BodySpeed {
  double linear = 0, angular = 0;  ///< [m/s, rad/s]
};

/// The bodies that pairs, strands and joints couple, over one step of the engine. The
/// engine fills in its part before the step, and the rest changes within the step.
struct Island {
  StepSettings settings;
  double time = 0;             ///< time at the start of the step, since the engine's start [s]
  double dt = 0;               ///< length of the step [s]
  bool follows_touch = false;  ///< whether to record first touches and last releases
  /// Whether the step is one of a motion. The steps of a search for static balance are not: pairs
  /// keep no accounts of energy (energy_account.h) and press by their law alone wherever the bodies
  /// are, a step that finds no balance never goes without contact, and searches do not look ahead.
  bool is_motion = true;

  Group group;
  GroupSolver solver{group};
  std::vector<Mover> movers;              ///< parallel to the group's bodies
  std::size_t bodies_in_contact = 0;      ///< number of movers on which pairs or strands may act
  std::vector<GivenBody> given_bodies;    ///< parallel to the group's given motions
  std::vector<PairStep*> pairs;           ///< parallel to the group's pairs, by ascending number
  std::vector<FarPair> far_pairs;         ///< pairs that are in neither list, by ascending number
  std::vector<BodySpeed> speeds;          ///< scratch: of the group's bodies, then of given ones
  std::vector<StrandStep*> strands;       ///< parallel to the group's strands
  std::vector<MovingVertices*> vertices;  ///< moving vertices of the pairs' sides, each once

  StepDivision division;
  std::vector<TouchEvent> events;  ///< touch events of the step so far

  /// The engine gathers an island with these functions. clear() empties it; add() adds a body and
  /// returns its place in the group, or adds a pair or a strand of bodies already added. The `ends`
  /// of a strand must be set before. add_joined() adds a body on which only joints act.
  void clear();
  GroupEnd add(const Mover& mover);
  GroupEnd add_joined(const Mover& mover);
  GroupEnd add(const GivenBody& given);
  void add(PairStep& pair, const GroupEnd& casting, const GroupEnd& target);
  void add(StrandStep& strand);

  /// Pose of a body's centre of mass at the start of the sub-step.
  const Pose& pose_of(const GroupEnd& end) const {
    return end.body >= 0 ? movers[end.body].X_WB : given_bodies[end.given].X_WB;
  }
  /// Velocity (angular, linear) of a body at the start of the sub-step.
  Vector6 velocity_of(const GroupEnd& end) const;

  bool is_explicit() const { return settings.integration == Integration::explicit_; }
};

}  // namespace condyle
