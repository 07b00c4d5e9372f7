#include "world/drive.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

namespace condyle {
namespace {

Wrench apply_twist(SceneEngine& engine, const PullSpring& pull, const BodyState& body, double dt) {
  const Eigen::AngleAxisd error(*pull.R_WP * Eigen::Quaterniond(body.X_WB.linear()).conjugate());
  const double turn = std::remainder(error.angle(), 2 * std::numbers::pi);
  const double damping = std::sqrt(3 * pull.stiffness / body.inverse_inertia_W.trace());
  const double rate = damping + dt * pull.stiffness;
  const Eigen::Matrix3d yield = Eigen::Matrix3d::Identity() + dt * rate * body.inverse_inertia_W;
  const Eigen::Vector3d moment =
      yield.inverse() * (pull.stiffness * turn * error.axis() - rate * body.velocity.angular);
  engine.push(pull.body, {moment, Eigen::Vector3d::Zero()});
  return {moment, Eigen::Vector3d::Zero()};
}

}  // namespace

void apply_loads(SceneEngine& engine, const std::vector<BuiltBody>& built,
                 const scene::Scene& scene, std::span<const Drive> drives) {
  for (std::size_t i = 0; i < scene.loads.size(); ++i) {
    const scene::SceneLoad& load = scene.loads[i];
    const int body = body_index(scene, load.body);
    const Pose X_WP = engine.state(body).X_WB, X_WB = X_WP * built[body].X_BP.inverse();
    const double size = load_amount(drives, static_cast<int>(i));
    if (!engine.has_time()) {
      const Pose& X_BP = built[body].X_BP;
      Eigen::Matrix3d R_PE = Eigen::Matrix3d::Identity();
      if (load.in_body_frame) R_PE = X_BP.linear().transpose();
      engine.add_load(body, X_BP.inverse() * load.p_B,
                      {size * (R_PE * load.moment), size * (R_PE * load.force)},
                      load.in_body_frame);
      continue;
    }
    const Eigen::Matrix3d R_WE =
        load.in_body_frame ? Eigen::Matrix3d(X_WB.linear()) : Eigen::Matrix3d::Identity();
    const Eigen::Vector3d force = size * (R_WE * load.force);
    const Eigen::Vector3d arm = X_WB * load.p_B - X_WP.translation();
    engine.push(body, {arm.cross(force) + size * (R_WE * load.moment), force});
  }
}

Wrench apply_pull(SceneEngine& engine, const PullSpring& pull, double dt) {
  const BodyState body = engine.state(pull.body);
  if (pull.R_WP) return apply_twist(engine, pull, body, dt);
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
  return {Eigen::Vector3d::Zero(), force};
}

}  // namespace condyle
