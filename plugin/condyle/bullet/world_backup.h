#pragma once

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <array>
#include <vector>

namespace condyle::bullet {

class KinematicTracks;

/// Bullet's state at the start of a substep, to go back to when the substep fails: poses,
/// velocities, forces, sleep, and the points of its own contacts with their warm starts. What
/// Bullet makes anew in each substep (boxes, pairs, islands) is left as it is.
class WorldBackup {
 public:
  /// Before anything of the substep has changed. Nothing is allocated in a world that stays as it
  /// is.
  void take(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks);

  /// All that is still there. Forces become those before stepSimulation() added gravity, for it
  /// will add it again. Does nothing and says so where none was taken since the last restore() or
  /// drop().
  bool restore(btDiscreteDynamicsWorld& world);
  void drop() { is_taken_ = false; }

 private:
  struct Body {
    btCollisionObject* object;
    btTransform X_WB, interpolation;
    btVector3 interpolation_linear, interpolation_angular;
    int activation;
    btScalar deactivation_time;
    bool is_active;
    btVector3 linear, angular, force, torque;  ///< of a rigid body
  };
  struct Manifold {
    btPersistentManifold* manifold;
    const btCollisionObject *body_a, *body_b;
    int count;
    std::array<btManifoldPoint, 4> points;
  };
  struct Constraint {
    btTypedConstraint* constraint;
    bool is_enabled;
    btScalar impulse;
  };
  static void restore(const Body& saved);
  static void restore(const Manifold& saved);

  bool is_taken_ = false;
  std::vector<Body> bodies_;
  std::vector<Manifold> manifolds_;
  std::vector<Constraint> constraints_;
};

}  // namespace condyle::bullet
