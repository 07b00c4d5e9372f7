#pragma once

#include <LinearMath/btTransform.h>

#include <span>
#include <unordered_map>

#include "condyle/pose.h"

class btRigidBody;

namespace condyle::bullet {

/// Poses of kinematic bodies within a frame. Before the first substep of a frame, stepSimulation()
/// sets a kinematic body to its pose at the end of the frame, with the mean velocity over all
/// substeps. Taken literally, the body would jump ahead and then stand still while it has a
/// velocity. Bullet does not tell how many substeps a frame has, so the number is found from the
/// body's displacement divided by its velocity.
class KinematicTracks {
 public:
  /// Notes the pose of a body, from which its first frame starts.
  void note(const btRigidBody& body);

  /// Call in each substep of `dt` [s]. Forgets all other bodies.
  void advance(std::span<const btRigidBody* const> kinematic_bodies, double dt);

  /// Pose that Bullet gave a kinematic body in the last substep, which is that at the end of its
  /// frame. Null if unknown, or if the body is not kinematic.
  const btTransform* last_pose(const btRigidBody& body) const;

  /// Time from the end of this substep to the end of the frame [s].
  double time_left(const btRigidBody& body) const;

  /// Velocity of a static or kinematic body, world frame. It is zero for a sleeping body, even if
  /// the body keeps its last velocity, since Bullet no longer reads its motion state. It is as
  /// precise as the poses. Bullet's own velocity is not: in single precision the angle of a small
  /// turn may be wrong by a tenth, and the body's motion would contradict its velocity.
  Twist velocity(const btRigidBody& body) const;

  /// Pose of a body `time` [s] before the end of its frame. Bullet already has its pose at the end.
  Pose pose_before(const btRigidBody& body, double time) const;

  struct Track {
    btTransform X_WB;  ///< pose at the end of the last frame
    double time_left = 0;
    double substeps = 0;  ///< number of substeps of the last frame that moved the body; 0: none yet
    double rested = 0;    ///< number of substeps since the last new pose
    Twist velocity = {};  ///< velocity in the last frame; Bullet's own after a jump
    bool present = true;  ///< the body exists in this substep
  };
  /// What is known of a body from its last frame; null if nothing is.
  const Track* track_of(const btRigidBody& body) const;
  void put_track(const btRigidBody& body, const Track& track) { tracks_[&body] = track; }
  void forget_all() { tracks_.clear(); }

 private:
  static void advance(Track& track, const btRigidBody& body, double dt);

  std::unordered_map<const btRigidBody*, Track> tracks_;
};

}  // namespace condyle::bullet
