#pragma once

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <array>
#include <span>
#include <vector>

#include "plugin/bullet/src/body_backup.h"

namespace condyle::bullet {

class KinematicTracks;

/// Bullet's state at the start of a substep, restored if the substep fails: poses, velocities,
/// forces, sleep, and the points of Bullet's own contacts with their warm starts. Does not include
/// data that Bullet recreates in each substep (boxes, pairs, islands).
class WorldBackup {
 public:
  /// Saves the state, except of static bodies, among them those `at_rest` (one entry per object of
  /// the world). Call before the substep changes anything. Allocates nothing in a world that does
  /// not change.
  void take(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks,
            std::span<const char> at_rest);

  /// Restores all bodies that still exist. Forces become those before stepSimulation() added
  /// gravity, since it will add gravity again. Does nothing and returns false if no state was saved
  /// since the last restore() or drop().
  bool restore(btDiscreteDynamicsWorld& world);
  void drop() { is_taken_ = false; }
  bool is_taken() const { return is_taken_; }

 private:
  struct Body {
    btCollisionObject* object;
    bool is_active;
    BodyBackup state;
  };
  struct Manifold {
    btPersistentManifold* manifold = nullptr;
    const btCollisionObject *body_a = nullptr, *body_b = nullptr;
    int count = 0;
    std::array<btManifoldPoint, 4> points;  ///< the first `count` are saved
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
