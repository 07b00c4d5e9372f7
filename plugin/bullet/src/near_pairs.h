#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/world/src/near_candidates.h"
#include "core/world/src/session_state.h"
#include "plugin/bullet/src/kinematic_tracks.h"
#include "plugin/bullet/src/world_bodies.h"

class btDiscreteDynamicsWorld;
struct btBroadphasePair;
struct btBroadphaseProxy;

namespace condyle::bullet {

class ClaimedPair;

/// Finds the pairs of registered colliders that may touch within a substep. They include pairs that
/// Bullet's broad phase misses, because it has kinematic bodies at the end of their frame and
/// ignores how bodies turn.
class NearPairs {
 public:
  NearPairs(btDiscreteDynamicsWorld& world, WorldBodies& bodies, SessionState& session)
      : world_(world), bodies_(bodies), session_(session) {}

  /// Call after Bullet's narrow phase of a substep of `dt` [s]. Sets the session's near pairs, in
  /// the order of their colliders. Removes Bullet's algorithms from all pairs of registered
  /// colliders.
  void claim(double dt, const KinematicTracks& tracks);

 private:
  struct Candidate : NearCandidate {
    btBroadphaseProxy *proxy_a, *proxy_b;
    ClaimedPair* claim;  ///< null if Bullet has not found the pair
  };
  /// A body whose motion leaves its box in Bullet's broad phase.
  struct Sweep {
    btCollisionObject* object;
    Eigen::AlignedBox3d box_W;
  };

  void start_motions(double dt, const KinematicTracks& tracks);
  void note_joints();
  void note_joint(const btRigidBody& a, const btRigidBody& b);
  void add_found();
  void drop_soft_contact(const btCollisionObject& object, const btCollisionObject& other);
  void find_sweeps();
  void add_swept();
  void add_swept(btBroadphaseProxy& a, btBroadphaseProxy& b);
  void add(btBroadphaseProxy& a, btBroadphaseProxy& b, ClaimedPair* claim);
  ClaimedPair* claim_of(btBroadphasePair& pair);

  btDiscreteDynamicsWorld& world_;
  WorldBodies& bodies_;
  SessionState& session_;
  std::vector<Candidate> candidates_;
  std::vector<Sweep> sweeps_;
  std::vector<JoinedBodies> joined_;
  std::vector<btBroadphaseProxy*> met_;  ///< proxies whose boxes a sweep meets
};

}  // namespace condyle::bullet
