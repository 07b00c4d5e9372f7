#include "world/body_motion.h"

namespace condyle {
namespace {

/// From the body's origin to its centre of mass, in the world frame.
Eigen::Vector3d arm_of(const Pose& X_WB, const BuiltBody& built) {
  return X_WB.linear() * built.X_BP.translation();
}

}  // namespace

Pose pose_of(const SceneEngine& engine, const std::vector<BuiltBody>& built, int body) {
  return engine.state(body).X_WB * built[body].X_BP.inverse();
}

Twist velocity_of(const SceneEngine& engine, const std::vector<BuiltBody>& built, int body) {
  const Twist at_centre = engine.state(body).velocity;
  const Eigen::Vector3d arm = arm_of(pose_of(engine, built, body), built[body]);
  return {at_centre.angular, at_centre.linear - at_centre.angular.cross(arm)};
}

void set_motion(SceneEngine& engine, const std::vector<BuiltBody>& built, int body,
                const Pose& X_WB, const Twist& V_WB) {
  const Eigen::Vector3d arm = arm_of(X_WB, built[body]);
  engine.put(body, X_WB * built[body].X_BP, {V_WB.angular, V_WB.linear + V_WB.angular.cross(arm)});
}

void push(SceneEngine& engine, const std::vector<BuiltBody>& built, int body, const Wrench& F_W) {
  const Eigen::Vector3d arm = arm_of(pose_of(engine, built, body), built[body]);
  engine.push(body, {F_W.moment - arm.cross(F_W.force), F_W.force});
}

}  // namespace condyle
