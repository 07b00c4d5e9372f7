#include "plugin/bullet/src/publish_bodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <cmath>
#include <numbers>

#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

void set_velocity(btRigidBody& body, const Vector6& u) {
  body.setAngularVelocity(to_bullet(Vector3d(u.head<3>())));
  body.setLinearVelocity(to_bullet(Vector3d(u.tail<3>())));
}

/// The rotation vector [rad] of a body that has turned by about `turned` [rad]. It includes whole
/// turns, which `rotation` does not show.
Vector3d rotation_vector(const Eigen::Matrix3d& rotation, const Vector3d& turned) {
  constexpr double k_turn = 2 * std::numbers::pi;
  constexpr double k_no_angle = 1e-6;  // close to a whole turn the axis is not reliable
  Eigen::AngleAxisd angle(rotation);
  if (angle.angle() < k_no_angle && turned.norm() > 1) angle = {0, turned.normalized()};
  const double missing = turned.dot(angle.axis()) - angle.angle();
  return (angle.angle() + k_turn * std::round(missing / k_turn)) * angle.axis();
}

/// Mean velocity over a step of `dt` [s].
Vector6 mean_velocity(const Mover& mover, double dt) {
  Vector6 mean;
  const Eigen::Matrix3d rotation = mover.X_WB.linear() * mover.X_WB_start.linear().transpose();
  mean << rotation_vector(rotation, mover.turned) / dt,
      (mover.X_WB.translation() - mover.X_WB_start.translation()) / dt;
  return mean;
}

}  // namespace

void EndStates::add_velocity(btRigidBody& body, const Vector6& velocity) {
  velocities_.push_back({&body, velocity});
}

/// Bullet does not turn a body by more than an eighth of a turn per step.
void EndStates::add_orientation(btRigidBody& body, const Mover& mover) {
  constexpr double k_most_of_bullet = 0.99 * static_cast<double>(ANGULAR_MOTION_THRESHOLD);
  if (mover.turned.norm() > k_most_of_bullet)
    orientations_.push_back({&body, Eigen::Quaterniond(mover.X_WB.linear()).normalized()});
}

void EndStates::set() {
  for (const EndOrientation& end : orientations_) {
    btTransform X_WB = end.body->getWorldTransform();
    const Eigen::Quaterniond& R = end.R_WB;
    X_WB.setRotation(btQuaternion(static_cast<btScalar>(R.x()), static_cast<btScalar>(R.y()),
                                  static_cast<btScalar>(R.z()), static_cast<btScalar>(R.w())));
    end.body->setCenterOfMassTransform(X_WB);
  }
  for (const EndVelocity& end : velocities_) set_velocity(*end.body, end.velocity);
  forget();
}

void EndStates::forget() {
  velocities_.clear();
  orientations_.clear();
}

void publish_bodies(const Island& island, std::span<btRigidBody* const> bodies,
                    EndStates& end_states) {
  for (std::size_t i = 0; i < island.movers.size(); ++i) {
    const Mover& mover = island.movers[i];
    btRigidBody& body = *bodies[i];
    end_states.add_orientation(body, mover);
    if (!island.division.is_divided) {
      set_velocity(body, mover.velocity);
      continue;
    }
    set_velocity(body, mean_velocity(mover, island.dt));
    end_states.add_velocity(body, mover.velocity);
  }
}

}  // namespace condyle::bullet
