#include "world/drive.h"

#include <Eigen/LU>
#include <cmath>

namespace condyle {

void apply_loads(SceneEngine& engine, const std::vector<BuiltBody>& built,
                 const scene::Scene& scene, double time, double factor) {
  for (const scene::SceneLoad& load : scene.loads) {
    const int body = body_index(scene, load.body);
    const Pose X_WP = engine.state(body).X_WB, X_WB = X_WP * built[body].X_BP.inverse();
    const double size = factor * (load.factor ? value_at(*load.factor, time) : 1);
    const Eigen::Matrix3d R_WE =
        load.in_body_frame ? Eigen::Matrix3d(X_WB.linear()) : Eigen::Matrix3d::Identity();
    const Eigen::Vector3d force = size * (R_WE * load.force);
    const Eigen::Vector3d arm = X_WB * load.p_B - X_WP.translation();
    engine.push(body, {arm.cross(force) + size * (R_WE * load.moment), force});
  }
}

void apply_pull(SceneEngine& engine, const PullSpring& pull, double dt) {
  const BodyState body = engine.state(pull.body);
  const Eigen::Vector3d arm = body.X_WB.linear() * pull.p_P;
  const Eigen::Vector3d velocity = body.velocity.linear + body.velocity.angular.cross(arm);
  const Eigen::Vector3d error = pull.p_W - (body.X_WB.translation() + arm);

  Eigen::Matrix3d cross;
  cross << 0, -arm.z(), arm.y(), arm.z(), 0, -arm.x(), -arm.y(), arm.x(), 0;
  const Eigen::Matrix3d inverse_mass =
      body.inverse_mass * Eigen::Matrix3d::Identity() - cross * body.inverse_inertia_W * cross;
  const double damping = std::sqrt(pull.stiffness / body.inverse_mass);
  const double rate = damping + dt * pull.stiffness;
  const Eigen::Vector3d force = (Eigen::Matrix3d::Identity() + dt * rate * inverse_mass).inverse() *
                                (pull.stiffness * error - rate * velocity);
  engine.push(pull.body, {arm.cross(force), force});
}

}  // namespace condyle
