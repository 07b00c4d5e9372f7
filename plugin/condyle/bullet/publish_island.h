#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "condyle/bullet/contact_events.h"
#include "condyle/bullet/gather_island.h"

namespace condyle::bullet {

/// What bodies get at the end of the step when Bullet has moved them: velocities that sub-steps
/// make differ from the mean that moved them, and how they stand where they turn fast.
class EndStates {
 public:
  /// Of a step that has moved the body by other velocities.
  void add_velocity(btRigidBody& body, const Vector6& velocity);
  /// Where it turns farther in the step than Bullet lets it.
  void add_orientation(btRigidBody& body, const Mover& mover);

  void set();
  void forget();

 private:
  struct EndVelocity {
    btRigidBody* body;
    Vector6 velocity;
  };
  struct EndOrientation {
    btRigidBody* body;
    Eigen::Quaterniond R_WB;
  };
  std::vector<EndVelocity> velocities_;
  std::vector<EndOrientation> orientations_;
};

/// When the island's step is finished: sets its bodies' velocities, those that move them as Bullet
/// moves bodies, and notes what is to be set then; reports strands and events.
void publish_island(const Island& island, const IslandMembers& members, EndStates& end_states,
                    ContactEvents& events);

}  // namespace condyle::bullet
