#include "plugin/bullet/src/kinematic_tracks.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <cmath>

#include "core/src/solver/island.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

/// Number of substeps, each with the displacement `of_substep`, that add up to `displacement`; 0 if
/// no number does.
double substeps_for(const btVector3& displacement, const btVector3& of_substep, double rounding) {
  constexpr double k_same = 0.01;  // fraction of the displacement of a substep
  const double gone = static_cast<double>(of_substep.length());
  const double substeps =
      gone > rounding ? std::max(1.0, std::round(static_cast<double>(displacement.length()) / gone))
                      : 1;
  const btVector3 left = displacement - static_cast<btScalar>(substeps) * of_substep;
  return static_cast<double>(left.length()) <= k_same * gone + rounding ? substeps : 0;
}

/// Number of substeps in which a body moves from one pose to the other at its velocity, up to
/// `most`; 0 if no number fits, because the user put the body elsewhere before this motion.
double substeps_between(const btTransform& from, const btTransform& to, const btRigidBody& body,
                        double dt, double most) {
  constexpr double k_rounding = 8 * static_cast<double>(SIMD_EPSILON);
  // The angle as Bullet computes it: of the two ways to turn from one pose to the other it may take
  // the one of more than half a turn.
  btVector3 axis;
  btScalar angle = 0;
  btTransformUtil::calculateDiffAxisAngle(from, to, axis, angle);
  const double size = static_cast<double>(from.getOrigin().length() + to.getOrigin().length());
  const auto h = static_cast<btScalar>(dt);
  const double by_shift = substeps_for(to.getOrigin() - from.getOrigin(),
                                       h * body.getLinearVelocity(), k_rounding * size);
  const double by_turn = substeps_for(angle * axis, h * body.getAngularVelocity(), k_rounding);
  const double substeps = std::max(by_shift, by_turn);
  return by_shift > 0 && by_turn > 0 && substeps <= most ? substeps : 0;
}

Twist velocity_between(const btTransform& from, const btTransform& to, double time) {
  const auto rotation = [](const btTransform& X) {
    const btQuaternion R = X.getRotation();
    return Eigen::Quaterniond(R.w(), R.x(), R.y(), R.z()).normalized();
  };
  const Eigen::AngleAxisd turn(rotation(to) * rotation(from).conjugate());
  return {turn.angle() / time * turn.axis(), to_eigen(to.getOrigin() - from.getOrigin()) / time};
}

/// Bullet's own velocity of a body, world frame.
Twist velocity_of(const btRigidBody& body) {
  return {to_eigen(body.getAngularVelocity()), to_eigen(body.getLinearVelocity())};
}

}  // namespace

Twist KinematicTracks::velocity(const btRigidBody& body) const {
  constexpr double k_same = 0.5;  // a body's velocity may differ from its motion, as in a conveyor
  if (!body.isKinematicObject() || body.getActivationState() == ISLAND_SLEEPING) return {};
  const Twist of_bullet = velocity_of(body);
  const auto found = tracks_.find(&body);
  if (found == tracks_.end()) return of_bullet;
  const Twist& of_track = found->second.velocity;
  const auto more_precise = [](const Eigen::Vector3d& precise, const Eigen::Vector3d& rough) {
    return (precise - rough).norm() <= k_same * rough.norm() ? precise : rough;
  };
  return {more_precise(of_track.angular, of_bullet.angular),
          more_precise(of_track.linear, of_bullet.linear)};
}

Pose KinematicTracks::pose_before(const btRigidBody& body, double time) const {
  return condyle::pose_before(to_pose(body.getWorldTransform()), velocity(body), time);
}

void KinematicTracks::note(const btRigidBody& body) {
  // The interpolation pose, from which Bullet computes the velocity: the user may already have set
  // the world pose.
  tracks_.try_emplace(&body, Track{body.getInterpolationWorldTransform()});
}

void KinematicTracks::advance(std::span<const btRigidBody* const> kinematic_bodies, double dt) {
  for (auto& [body, track] : tracks_) track.present = false;
  for (const btRigidBody* body : kinematic_bodies) {
    note(*body);
    Track& track = tracks_.at(body);
    if (!track.present) advance(track, *body, dt);
    track.present = true;
  }
  std::erase_if(tracks_, [](const auto& entry) { return !entry.second.present; });
}

void KinematicTracks::advance(Track& track, const btRigidBody& body, double dt) {
  const btTransform& X_WB = body.getWorldTransform();
  if (track.X_WB == X_WB) {
    track.time_left = std::max(0.0, track.time_left - dt);
    ++track.rested;
    return;
  }
  // A frame of many more substeps than before is unlikely. The user has more likely put the body
  // elsewhere, by chance along its path.
  constexpr double k_most_at_first = 100, k_usual = 20, k_more = 4;
  const double before = std::max(track.substeps, track.rested + 1.0);
  const double most = track.substeps == 0 ? k_most_at_first : std::max(k_usual, k_more * before);
  const double substeps = substeps_between(track.X_WB, X_WB, body, dt, most);
  track.velocity =
      substeps > 0 ? velocity_between(track.X_WB, X_WB, substeps * dt) : velocity_of(body);
  if (substeps > 0) track.substeps = substeps;
  track.substeps = std::max(1.0, track.substeps);
  track.time_left = dt * (track.substeps - 1);
  track.rested = 0;
  track.X_WB = X_WB;
}

const KinematicTracks::Track* KinematicTracks::track_of(const btRigidBody& body) const {
  const auto found = tracks_.find(&body);
  return found == tracks_.end() ? nullptr : &found->second;
}

const btTransform* KinematicTracks::last_pose(const btRigidBody& body) const {
  const auto found = tracks_.find(&body);
  return found == tracks_.end() || !body.isKinematicObject() ? nullptr : &found->second.X_WB;
}

double KinematicTracks::time_left(const btRigidBody& body) const {
  const auto found = tracks_.find(&body);
  return found == tracks_.end() ? 0 : found->second.time_left;
}

}  // namespace condyle::bullet
