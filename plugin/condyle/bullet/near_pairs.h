#pragma once

#include <Eigen/Geometry>

#include <cstdint>
#include <utility>
#include <vector>

#include "condyle/bullet/registry.h"

class btDiscreteDynamicsWorld;
struct btBroadphasePair;
struct btBroadphaseProxy;

namespace condyle::bullet {

class ClaimedPair;

/// Finds the pairs of registered colliders that may touch within a substep: among what Bullet's
/// broad phase has found, whose boxes are wider, and what it misses. For it has kinematic bodies at
/// the end of their frame, and knows nothing of how bodies turn on their way.
class NearPairs {
 public:
  NearPairs(btDiscreteDynamicsWorld& world, Registry& registry)
      : world_(world), registry_(registry) {}

  /// After Bullet's narrow phase of a substep of `dt` [s]: sets `claimed` to them, in the order of
  /// their colliders. Takes Bullet's algorithms from all that it has found of registered ones.
  void claim(double dt, std::vector<PairState*>& claimed);

 private:
  struct Candidate {
    Collider *a, *b;
    btBroadphaseProxy *proxy_a, *proxy_b;
    ClaimedPair* claim;  ///< of what Bullet has found, else null
    bool is_near = false;
    bool is_refused = false;  ///< by Bullet's filters
  };
  /// A body that leaves the box that Bullet has of it.
  struct Sweep {
    btCollisionObject* object;
    Eigen::AlignedBox3d box_W;
  };

  void start_ways(double dt);
  void note_joints();
  void note_joint(const btRigidBody& a, const btRigidBody& b);
  void add_found();
  void drop_soft_contact(const btCollisionObject& object, const btCollisionObject& other);
  void find_sweeps();
  void add_swept();
  void add_swept(btBroadphaseProxy& a, btBroadphaseProxy& b);
  void add(btBroadphaseProxy& a, btBroadphaseProxy& b, ClaimedPair* claim);
  void mark_near();
  bool is_near(Candidate& candidate);
  ClaimedPair* claim_of(btBroadphasePair& pair);
  const SurfaceWay& way_of_surface(Collider& collider);

  btDiscreteDynamicsWorld& world_;
  Registry& registry_;
  std::int64_t substep_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<Sweep> sweeps_;
  std::vector<std::pair<BodyWay*, BodyWay*>> joined_;
  std::vector<btBroadphaseProxy*> met_;  ///< by one of them
};

}  // namespace condyle::bullet
