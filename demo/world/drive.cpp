#include "world/drive.h"

#include <Eigen/LU>
#include <cmath>

#include "plugin/bullet/src/convert.h"
#include "world/bullet_joint.h"

namespace condyle {

using bullet::to_bullet;
using bullet::to_eigen;

double first_clock(const scene::Scene& scene) {
  return scene.settle ? -scene.settle->approach : 0.0;
}

Pose driven_pose(const scene::Scene& scene, int body, double time) {
  Pose X_WB = scene.bodies[body].X_WB;
  for (const scene::SceneMotion& motion : scene.motions) {
    if (motion.body != scene.bodies[body].name) continue;
    const double amount = value_at(motion.table, time);
    if (motion.rotation) {
      X_WB.translate(motion.p_B).rotate(Eigen::AngleAxisd(amount, motion.axis));
      X_WB.translate(-motion.p_B);
    } else {
      X_WB.translate(amount * motion.axis);
    }
  }
  return X_WB;
}

void move_driven_bodies(BulletScene& scene, const scene::Scene& description, double time,
                        double next_time) {
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    if (description.bodies[i].kind != scene::BodyKind::kinematic) continue;
    const int body = static_cast<int>(i);
    // Bullet computes the velocity of a kinematic body from these two poses at the start of the
    // step.
    scene.bodies[i]->setInterpolationWorldTransform(
        to_bullet(driven_pose(description, body, time)));
    scene.bodies[i]->setWorldTransform(to_bullet(driven_pose(description, body, next_time)));
  }
}

void hold_back_joints(BulletScene& scene, const scene::Scene& description, double time,
                      double next_time) {
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    const scene::SceneJoint& joint = description.joints[i];
    for (const bool first : {true, false}) {
      const int body = body_index(description, first ? joint.body_a : joint.body_b);
      if (body < 0 || description.bodies[body].kind != scene::BodyKind::kinematic) continue;
      const auto at = [&](double t) { return driven_pose(description, body, t); };
      const Pose X_BJ = at(first_clock(description)).inverse() * joint.X_WJ;
      set_joint_frame(joint, *scene.joints[i], first, at(next_time).inverse() * at(time) * X_BJ);
    }
  }
}

void apply_loads(BulletScene& scene, const std::vector<BuiltBody>& built,
                 const scene::Scene& description, double time, double factor) {
  for (const scene::SceneLoad& load : description.loads) {
    const int index = body_index(description, load.body);
    btRigidBody& body = *scene.bodies[index];
    const Pose X_WB = pose_of(scene, built, index);
    const double size = factor * (load.factor ? value_at(*load.factor, time) : 1);
    const Eigen::Matrix3d R_WE =
        load.in_body_frame ? Eigen::Matrix3d(X_WB.linear()) : Eigen::Matrix3d::Identity();
    const Eigen::Vector3d force = size * (R_WE * load.force);
    const Eigen::Vector3d arm = X_WB * load.p_B - to_eigen(body.getCenterOfMassPosition());
    body.applyCentralForce(to_bullet(force));
    body.applyTorque(to_bullet(arm.cross(force) + size * (R_WE * load.moment)));
  }
}

void apply_pull(BulletScene& scene, const PullSpring& pull, double dt) {
  btRigidBody& body = *scene.bodies[pull.body];
  const Pose X_WP = bullet::to_pose(body.getWorldTransform());
  const Eigen::Vector3d arm = X_WP.linear() * pull.p_P;
  const Eigen::Vector3d velocity = to_eigen(body.getVelocityInLocalPoint(to_bullet(arm)));
  const Eigen::Vector3d error = pull.p_W - (X_WP.translation() + arm);

  Eigen::Matrix3d cross;
  cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
  const Eigen::Matrix3d inverse_mass = body.getInvMass() * Eigen::Matrix3d::Identity() -
                                       cross * to_eigen(body.getInvInertiaTensorWorld()) * cross;
  const double damping = std::sqrt(pull.stiffness / body.getInvMass());
  const double rate = damping + dt * pull.stiffness;
  const Eigen::Vector3d force = (Eigen::Matrix3d::Identity() + dt * rate * inverse_mass).inverse() *
                                (pull.stiffness * error - rate * velocity);
  body.applyForce(to_bullet(force), to_bullet(arm));
}

}  // namespace condyle
