#pragma once

#include <LinearMath/btTransform.h>

class btCollisionObject;

namespace condyle::bullet {

/// What Bullet carries of a body from step to step: pose, velocities, forces, sleep.
struct BodyBackup {
  btTransform X_WB, interpolation;
  btVector3 interpolation_linear, interpolation_angular;
  int activation = 0;
  btScalar deactivation_time = 0;
  /// Velocities and forces of a rigid body.
  btVector3 linear, angular, force, torque;
};

BodyBackup backup_of(const btCollisionObject& object);

/// Whether the forces of a backup contain gravity, which stepSimulation() adds to them first and
/// will add again.
enum class Gravity { included, none };

/// Puts a body back. A pose that is not finite stays.
void put_back(btCollisionObject& object, const BodyBackup& saved, Gravity gravity);

}  // namespace condyle::bullet
