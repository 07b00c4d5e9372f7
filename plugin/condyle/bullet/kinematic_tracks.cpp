#include "condyle/bullet/kinematic_tracks.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <cmath>

#include "condyle/bullet/convert.h"
#include "condyle/solver/island.h"

namespace condyle::bullet {
namespace {

/// Number of substeps in which a body moves from one pose to the other at its velocity.
double substeps_between(const btTransform& from, const btTransform& to, const btRigidBody& body,
                        double dt) {
  constexpr double k_most = 1000;
  // The angle as Bullet computes it: of the two ways to turn from one pose to the other it may take
  // the one of more than half a turn.
  btVector3 axis;
  btScalar angle = 0;
  btTransformUtil::calculateDiffAxisAngle(from, to, axis, angle);
  const double distance = (to.getOrigin() - from.getOrigin()).length();
  const double turned = body.getAngularVelocity().length() * dt;
  const double gone = body.getLinearVelocity().length() * dt;
  double substeps = 1;
  if (gone > 0) substeps = std::max(substeps, std::round(distance / gone));
  if (turned > 0) substeps = std::max(substeps, std::round(static_cast<double>(angle) / turned));
  return std::min(substeps, k_most);
}

Twist velocity_between(const btTransform& from, const btTransform& to, double time) {
  const auto rotation = [](const btTransform& X) {
    const btQuaternion R = X.getRotation();
    return Eigen::Quaterniond(R.w(), R.x(), R.y(), R.z()).normalized();
  };
  const Eigen::AngleAxisd turn(rotation(to) * rotation(from).conjugate());
  return {turn.angle() / time * turn.axis(), to_eigen(to.getOrigin() - from.getOrigin()) / time};
}

}  // namespace

Twist KinematicTracks::velocity(const btRigidBody& body) const {
  constexpr double k_same = 0.5;  // a body's velocity may differ from its motion, as in a conveyor
  if (!body.isKinematicObject() || body.getActivationState() == ISLAND_SLEEPING) return {};
  const Twist of_bullet{to_eigen(body.getAngularVelocity()), to_eigen(body.getLinearVelocity())};
  const auto found = tracks_.find(&body);
  if (found == tracks_.end()) return of_bullet;
  const Twist& of_way = found->second.velocity;
  const auto more_precise = [](const Eigen::Vector3d& precise, const Eigen::Vector3d& rough) {
    return (precise - rough).norm() <= k_same * rough.norm() ? precise : rough;
  };
  return {more_precise(of_way.angular, of_bullet.angular),
          more_precise(of_way.linear, of_bullet.linear)};
}

Pose KinematicTracks::pose_before(const btRigidBody& body, double time) const {
  return condyle::pose_before(to_pose(body.getWorldTransform()), velocity(body), time);
}

void KinematicTracks::note(const btRigidBody& body) {
  // The pose from which Bullet computes the velocity; the user may already have set it elsewhere.
  tracks_.try_emplace(&body, Track{body.getInterpolationWorldTransform(), 0, {}, true});
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
    return;
  }
  const double substeps = substeps_between(track.X_WB, X_WB, body, dt);
  track.time_left = dt * (substeps - 1);
  track.velocity = velocity_between(track.X_WB, X_WB, substeps * dt);
  track.X_WB = X_WB;
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
