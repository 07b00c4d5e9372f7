#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "core/src/solver/island.h"

class btRigidBody;

namespace condyle::bullet {

/// Velocities and orientations for bodies after Bullet has moved them: velocities at the end of the
/// step, which with sub-steps differ from the mean velocity at which Bullet moved the body, and
/// orientations of bodies that turn fast.
class EndStates {
 public:
  /// Adds the end velocity of a body that Bullet moves at its mean velocity over the step.
  void add_velocity(btRigidBody& body, const Vector6& velocity);
  /// Adds the orientation of a body if it turns farther in the step than Bullet allows.
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

/// Call when the island's step is finished, with the bodies of its movers. Sets the velocities at
/// which Bullet then moves the bodies, and notes the states to set after that.
void publish_bodies(const Island& island, std::span<btRigidBody* const> bodies,
                    EndStates& end_states);

}  // namespace condyle::bullet
