#pragma once

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/BroadphaseCollision/btDispatcher.h>

#include <memory>

class btCollisionWorld;
class btOverlappingPairCache;
struct btBroadphasePair;

namespace condyle::bullet {

class BulletChildren;
class WorldBodies;

/// Replaces Bullet's algorithm in a broadphase pair of two bodies with colliders. It does nothing
/// for registered colliders, whose contact is computed in the solver. Children of a compound that
/// are not registered get Bullet's own algorithms.
class ClaimedPair final : public btCollisionAlgorithm {
 public:
  /// Replaces the pair's algorithm by a ClaimedPair and returns it. Returns null, and does nothing,
  /// if the pair has no algorithm: Bullet's filters (near callback, sleep) have not let the pair
  /// through yet.
  static ClaimedPair* put_into(btBroadphasePair& pair, btOverlappingPairCache& cache,
                               btDispatcher& dispatcher, const btDispatcherInfo& info,
                               const WorldBodies& bodies);

  /// Returns the pair to Bullet.
  static void take_from(btBroadphasePair& pair, btOverlappingPairCache& cache,
                        btDispatcher& dispatcher);

  /// Whether Bullet's filters would let through a pair of bodies that its broad phase has not
  /// found.
  static bool is_let_through(btBroadphaseProxy& a, btBroadphaseProxy& b, btCollisionWorld& world);

  /// Whether a pair is claimed and has no contact in this substep: its bodies need no common
  /// island.
  static bool is_apart(const btBroadphasePair& pair);
  void let_apart() { is_apart_ = true; }
  void keep_together() { is_apart_ = false; }

  /// Whether Bullet's filters let the pair through in this substep. Call once per substep, since
  /// the call resets the answer.
  bool take_wanted();

  ClaimedPair(btDispatcher& dispatcher, const WorldBodies& bodies);
  ~ClaimedPair() override;
  void processCollision(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b,
                        const btDispatcherInfo& info, btManifoldResult* result) override;
  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }
  void getAllContactManifolds(btManifoldArray& manifolds) override;

 private:
  // Bullet allocates algorithms from a pool without checking their size, so this must be small.
  std::unique_ptr<BulletChildren> children_;
  bool wanted_ = false;
  bool is_apart_ = false;
};

}  // namespace condyle::bullet
