#pragma once

#include <LinearMath/btTransform.h>

#include <span>
#include <unordered_map>

#include "condyle/pose.h"

class btRigidBody;

namespace condyle::bullet {

/// Where kinematic bodies are within a frame. stepSimulation() sets a kinematic body to its pose at
/// the end of the frame before the first of the frame's substeps, with the mean velocity over all
/// of them: taken as it stands, it would jump ahead and then stay while it has a velocity. Bullet
/// does not tell how many substeps a frame has; the body's way over its velocity does.
class KinematicTracks {
 public:
  /// Notes where a body stands; the way of its first frame counts from there.
  void note(const btRigidBody& body);

  /// At each substep of `dt` [s]; forgets all other bodies.
  void advance(std::span<const btRigidBody* const> kinematic_bodies, double dt);

  /// Where a body stood at the last substep; null where that is not known.
  const btTransform* last_pose(const btRigidBody& body) const;

  /// Time from the end of this substep to that of the frame [s].
  double time_left(const btRigidBody& body) const;

  /// How a static or kinematic body moves, world frame. One that sleeps does not, though it may
  /// keep the velocity that it had: Bullet no longer asks where it is. In single precision Bullet
  /// finds the angle of a small turn to one part in ten at worst, and what a body does would
  /// not be what its velocity says: this is as precise as the poses.
  Twist velocity(const btRigidBody& body) const;

  /// Where a body is `time` [s] before the end of its frame, where Bullet has it already.
  Pose pose_before(const btRigidBody& body, double time) const;

 private:
  struct Track {
    btTransform X_WB;  ///< at the end of the last frame
    double time_left = 0;
    Twist velocity;       ///< in its last frame, as its way says
    bool present = true;  ///< in this substep
  };
  static void advance(Track& track, const btRigidBody& body, double dt);

  std::unordered_map<const btRigidBody*, Track> tracks_;
};

}  // namespace condyle::bullet
