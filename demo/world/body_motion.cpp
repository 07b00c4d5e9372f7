#include "world/body_motion.h"

#include "plugin/bullet/src/convert.h"

namespace condyle {
namespace {

using bullet::to_bullet;
using bullet::to_eigen;

/// From the body's origin to its centre of mass, in the world frame.
Eigen::Vector3d arm_of(const Pose& X_WB, const BuiltBody& built) {
  return X_WB.linear() * built.X_BP.translation();
}

}  // namespace

Twist velocity_of(const BulletScene& scene, const std::vector<BuiltBody>& built, int body) {
  const btRigidBody& rigid = *scene.bodies[body];
  const Eigen::Vector3d angular = to_eigen(rigid.getAngularVelocity());
  const Eigen::Vector3d arm = arm_of(pose_of(scene, built, body), built[body]);
  return {angular, to_eigen(rigid.getLinearVelocity()) - angular.cross(arm)};
}

void set_motion(BulletScene& scene, const std::vector<BuiltBody>& built, int body, const Pose& X_WB,
                const Twist& V_WB) {
  btRigidBody& rigid = *scene.bodies[body];
  const Eigen::Vector3d arm = arm_of(X_WB, built[body]);
  rigid.setLinearVelocity(to_bullet(V_WB.linear + V_WB.angular.cross(arm)));
  rigid.setAngularVelocity(to_bullet(V_WB.angular));
  rigid.setCenterOfMassTransform(to_bullet(Pose(X_WB * built[body].X_BP)));
}

void push(BulletScene& scene, const std::vector<BuiltBody>& built, int body, const Wrench& F_W) {
  const Eigen::Vector3d arm = arm_of(pose_of(scene, built, body), built[body]);
  btRigidBody& rigid = *scene.bodies[body];
  rigid.applyCentralForce(to_bullet(F_W.force));
  rigid.applyTorque(to_bullet(F_W.moment - arm.cross(F_W.force)));
}

}  // namespace condyle
