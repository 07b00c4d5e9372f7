#include "engine/mujoco/mujoco_engine.h"

#include <fmt/core.h>
#include <mujoco/mujoco.h>

#include <Eigen/Geometry>

#include "condyle/error.h"
#include "engine/mujoco/mjcf.h"
#include "engine/mujoco/model_engine.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

class MujocoEngine final : public ModelEngine {
 public:
  MujocoEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built);

  double hinge_angle(int joint) const override;
  void step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) override;

 private:
  int geom_of(int body, int mesh) const override;
  int tendon_of(const scene::SceneLigament& ligament) const override {
    return id(mjOBJ_TENDON, mjcf_strand_name(ligament));
  }
  Pose X_MP(int) const override { return Pose::Identity(); }
  void drive(const DrivenAmounts& before, const DrivenAmounts& after);
  Pose driven(int body, const DrivenAmounts& amounts) const;
  void set_mocap(int body, const Pose& X_WP);
};

MujocoEngine::MujocoEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built)
    : ModelEngine(scene, built,
                  load_model_text(make_mjcf(scene, built), "the model of the scene")) {
  for (const scene::SceneBody& body : scene.bodies)
    ids_.push_back(id(mjOBJ_BODY, mjcf_body_name(body)));
  add_colliders();
  add_strands();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scene::SceneBody& body = scene.bodies[i];
    if (body.kind != scene::BodyKind::dynamic) continue;
    if (body.V_WB.linear.isZero(0) && body.V_WB.angular.isZero(0)) continue;
    const Pose X_WP = body.X_WB * built[i].X_BP;
    const Vector3d arm = X_WP.translation() - body.X_WB.translation();
    put(static_cast<int>(i), X_WP,
        {body.V_WB.angular, body.V_WB.linear + body.V_WB.angular.cross(arm)});
  }
  mj_kinematics(model_.get(), data_.get());
}

int MujocoEngine::geom_of(int body, int mesh) const {
  const scene::SceneBody& described = scene_.bodies[static_cast<std::size_t>(body)];
  return id(mjOBJ_GEOM,
            mjcf_geom_name(described, described.meshes[static_cast<std::size_t>(mesh)]));
}

double MujocoEngine::hinge_angle(int joint) const {
  const int at = id(mjOBJ_JOINT, mjcf_joint_name(scene_.joints[static_cast<std::size_t>(joint)]));
  return data_->qpos[model_->jnt_qposadr[at]];
}

Pose MujocoEngine::driven(int body, const DrivenAmounts& amounts) const {
  return driven_pose(scene_, body, amounts.motions) * built_[static_cast<std::size_t>(body)].X_BP;
}

void MujocoEngine::set_mocap(int body, const Pose& X_WP) {
  const int mocap = model_->body_mocapid[ids_[static_cast<std::size_t>(body)]];
  set_pose(X_WP, data_->mocap_pos + 3 * mocap, data_->mocap_quat + 4 * mocap);
}

/// Kinematic bodies start where they are and move at the mean velocity of the step.
void MujocoEngine::drive(const DrivenAmounts& before, const DrivenAmounts& after) {
  const double dt = model_->opt.timestep;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (scene_.bodies[i].kind != scene::BodyKind::kinematic) continue;
    const int body = static_cast<int>(i);
    const Pose from = driven(body, before), to = driven(body, after);
    set_mocap(body, from);
    const Eigen::AngleAxisd turn(to.linear() * from.linear().transpose());
    plugin_->set_mocap_velocity(
        ids_[i], {turn.angle() / dt * turn.axis(), (to.translation() - from.translation()) / dt});
  }
}

void MujocoEngine::step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) {
  model_->opt.timestep = dt;
  drive(before, after);
  step_plugin(dt);
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
    if (scene_.bodies[i].kind == scene::BodyKind::kinematic)
      set_mocap(static_cast<int>(i), driven(static_cast<int>(i), after));
  mj_kinematics(model_.get(), data_.get());
}

}  // namespace

std::unique_ptr<SceneEngine> make_mujoco_engine(const scene::Scene& scene,
                                                const std::vector<BuiltBody>& built) {
  return std::make_unique<MujocoEngine>(scene, built);
}

}  // namespace condyle
