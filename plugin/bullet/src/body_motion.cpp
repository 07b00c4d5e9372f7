#include "plugin/bullet/src/body_motion.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

double largest_of(const btVector3& v) {
  return std::max({std::abs(v.x()), std::abs(v.y()), std::abs(v.z())});
}

}  // namespace

bool is_dynamic(const btRigidBody& body) {
  return body.getInvMass() > 0 && !body.isStaticOrKinematicObject();
}

BodyMotion motion_of(const btRigidBody& body, const KinematicTracks& tracks, double dt) {
  BodyMotion motion;
  motion.is_dynamic = is_dynamic(body);
  if (!motion.is_dynamic) {
    const Twist velocity = tracks.velocity(body);
    motion.X_WB = tracks.pose_before(body, dt + tracks.time_left(body));
    motion.shift = dt * velocity.linear;
    motion.turn = dt * velocity.angular.norm();
    return motion;
  }
  motion.X_WB = to_pose(body.getWorldTransform());
  motion.shift = dt * to_eigen(body.getLinearVelocity());
  motion.turn = dt * static_cast<double>(body.getAngularVelocity().length());
  // The forces contain gravity only for bodies that are awake.
  const double force = static_cast<double>(body.getTotalForce().length()) * body.getInvMass();
  const double torque = static_cast<double>(body.getTotalTorque().length()) *
                        static_cast<double>(largest_of(body.getInvInertiaDiagLocal()));
  motion.by_forces = dt * dt * std::max(force, static_cast<double>(body.getGravity().length()));
  motion.turn += dt * dt * torque;
  return motion;
}

}  // namespace condyle::bullet
