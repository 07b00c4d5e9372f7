#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "condyle/solver/contact_group.h"
#include "condyle/solver/moving_vertices.h"
#include "condyle/solver/pair_step.h"
#include "condyle/solver/pair_touch.h"
#include "condyle/solver/step_settings.h"
#include "condyle/solver/strand_step.h"

namespace condyle {

/// A body of an island that forces move. Velocities are (angular, linear) of the centre of mass in
/// the world frame.
struct Mover {
  // At the start of the step, as the engine has it:
  Pose X_WB_start;                                            ///< of the centre of mass
  Eigen::Vector3d inverse_mass = Eigen::Vector3d::Zero();     ///< per axis of the world [1/kg]
  Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< world frame [1/(kg m^2)]
  Vector6 start_velocity = Vector6::Zero();
  Vector6 external = Vector6::Zero();  ///< change of velocity by external forces over the step
  // On its way through the step:
  Pose X_WB;
  Vector6 velocity = Vector6::Zero();
  Eigen::Vector3d turned = Eigen::Vector3d::Zero();  ///< sum over sub-steps [rad]
};

/// A static or kinematic body, which moves evenly.
struct Stander {
  Pose X_WB_given;       ///< of the centre of mass, at some time
  double time_left = 0;  ///< from the end of the step to that time [s]
  Twist velocity;        ///< of the centre of mass, world frame
  Pose X_WB;             ///< at the start of the sub-step
};

/// Where a body that moves evenly has been `time` [s] before it came to X_WB.
Pose pose_before(const Pose& X_WB, const Twist& velocity, double time);

/// How a step is divided into sub-steps, and where in it the present one is.
struct StepDivision {
  bool is_divided = false;
  int substeps = 1;      ///< how many there are, but for those at a first touch
  int wanted = 1;        ///< where so many do not do: how many instead
  double longest = 0;    ///< of the sub-steps to come [s]
  double done = 0;       ///< from the start of the step to that of the sub-step [s]
  double remaining = 0;  ///< from the end of the present sub-step to that of the step [s]
};

/// What pairs and strands tie together, over one step of the engine's: plain data, of which the
/// engine's part is gathered by the engine, and the rest is on its way through the step.
struct Island {
  StepSettings settings;
  double time = 0;             ///< at the start of the step, since the engine's start [s]
  double dt = 0;               ///< of the step [s]
  bool follows_touch = false;  ///< whether anybody wants to know first touches and last releases

  ContactGroup group;
  std::vector<Mover> movers;              ///< parallel to the group's bodies
  std::vector<Stander> standers;          ///< parallel to the motions given to the group
  std::vector<PairStep*> pairs;           ///< parallel to the group's pairs
  std::vector<StrandStep*> strands;       ///< parallel to the group's strands
  std::vector<MovingVertices*> vertices;  ///< of the pairs' sides, each once

  StepDivision division;
  std::vector<TouchEvent> events;  ///< if followed, until now

  /// Gathering: forgets all that was; adds a body and says where it is in the group; adds a pair or
  /// a strand (whose ends are set) of such bodies.
  void clear();
  GroupEnd add(const Mover& mover);
  GroupEnd add(const Stander& stander);
  void add(PairStep& pair, const GroupEnd& casting, const GroupEnd& target);
  void add(StrandStep& strand);

  /// Of a body at the start of the sub-step.
  const Pose& pose_of(const GroupEnd& end) const {
    return end.body >= 0 ? movers[static_cast<std::size_t>(end.body)].X_WB
                         : standers[static_cast<std::size_t>(end.given)].X_WB;
  }
  /// (angular, linear), the same.
  Vector6 velocity_of(const GroupEnd& end) const;

  bool is_explicit() const { return settings.integration == Integration::explicit_; }
  bool is_conserving() const {
    return settings.integration == Integration::conserving && vertices.empty();
  }
};

}  // namespace condyle
