#include "engine/mujoco/model_engine.h"

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

struct MujocoMoment final : EngineMoment {
  explicit MujocoMoment(std::shared_ptr<const mujoco::ModelMemory> saved)
      : memory(std::move(saved)) {}
  std::size_t size() const override { return mujoco::Plugin::size_of(*memory); }
  std::shared_ptr<const mujoco::ModelMemory> memory;
};

}  // namespace

void set_pose(const Pose& X, mjtNum* position, mjtNum* quaternion) {
  const Eigen::Quaterniond q(X.linear());
  mju_copy3(position, X.translation().data());
  for (const auto& [i, value] : {std::pair(0, q.w()), {1, q.x()}, {2, q.y()}, {3, q.z()}})
    quaternion[i] = value;
}

ModelEngine::ModelEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built,
                         OwnedModel model)
    : scene_(scene),
      built_(built),
      model_(std::move(model)),
      data_(mj_makeData(model_.get())),
      plugin_(std::make_unique<mujoco::Plugin>(*model_, *data_, step_settings(scene))) {}

void ModelEngine::add_colliders() {
  for (std::size_t i = 0; i < built_.size(); ++i) {
    std::vector<ColliderId>& of_body = colliders_.emplace_back(built_[i].meshes.size());
    for (std::size_t j = 0; j < of_body.size(); ++j)
      if (built_[i].meshes[j].surface)
        of_body[j] = add_mesh(static_cast<int>(i), static_cast<int>(j));
  }
}

void ModelEngine::add_strands() {
  for (const scene::SceneLigament& ligament : scene_.ligaments)
    strands_.push_back(add_strand(ligament, tendon_of(ligament)));
}

ColliderId ModelEngine::add_mesh(int body, int mesh) {
  const scene::SceneBody& described = scene_.bodies[static_cast<std::size_t>(body)];
  const scene::SceneMesh& of = described.meshes[static_cast<std::size_t>(mesh)];
  return plugin_->add_collider(
      geom_of(body, mesh),
      built_[static_cast<std::size_t>(body)].meshes[static_cast<std::size_t>(mesh)].surface,
      Pose::Identity(), described.name + "." + of.name);
}

StrandId ModelEngine::add_strand(const scene::SceneLigament& ligament, int tendon) {
  // The plugin's frame of a body: about its centre of mass, along the axes of MuJoCo's body.
  const auto [of_scene, path] = placed_path(scene_, ligament, [&](int body) -> Pose {
    const auto at = static_cast<std::size_t>(body);
    const Vector3d p_MP = Eigen::Map<const Vector3d>(model_->body_ipos + 3 * ids_[at]);
    return Eigen::Translation3d(-p_MP) * X_MP(body) * built_[at].X_BP.inverse();
  });
  std::vector<int> bodies;
  for (const int body : of_scene)
    bodies.push_back(body < static_cast<int>(ids_.size()) ? ids_[static_cast<std::size_t>(body)]
                                                          : 0);
  return plugin_->add_strand(initial_strand(scene_, ligament), tendon, bodies, path);
}

void ModelEngine::renew_collider(int body, int mesh) {
  plugin_->remove_collider(colliders_[body][mesh]);
  colliders_[body][mesh] = add_mesh(body, mesh);
}

Wrench ModelEngine::strand_wrench(StrandId strand, int body) const {
  return plugin_->strand_wrench(strand, body < 0 ? 0 : ids_[static_cast<std::size_t>(body)]);
}

BodyState ModelEngine::state(int body) const {
  const int at = ids_[static_cast<std::size_t>(body)];
  BodyState state;
  using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  state.X_WB.linear() = Eigen::Map<const RowMatrix3>(data_->xmat + 9 * at);
  state.X_WB.translation() = Eigen::Map<const Vector3d>(data_->xpos + 3 * at);
  state.X_WB = state.X_WB * X_MP(body);
  const BuiltBody& built = built_[static_cast<std::size_t>(body)];
  if (scene_.bodies[static_cast<std::size_t>(body)].kind != scene::BodyKind::dynamic) return state;
  state.velocity = plugin_->velocity(at);
  state.inverse_mass = 1 / built.mass.mass;
  state.inverse_inertia_W = state.X_WB.linear() *
                            built.principal_inertia.cwiseInverse().asDiagonal() *
                            state.X_WB.linear().transpose();
  return state;
}

void ModelEngine::put(int body, const Pose& X_WP, const Twist& velocity) {
  const int at = ids_[static_cast<std::size_t>(body)];
  const int joint = model_->body_jntadr[at];
  if (joint < 0 || model_->jnt_type[joint] != mjJNT_FREE)
    throw InputError(fmt::format(
        "'{}' has a joint: with MuJoCo only bodies without joints can be put elsewhere; use the "
        "engine bullet",
        scene_.bodies[static_cast<std::size_t>(body)].name));
  mjtNum* const qpos = data_->qpos + model_->jnt_qposadr[joint];
  mjtNum* const qvel = data_->qvel + model_->jnt_dofadr[joint];
  const Pose X_WM = X_WP * X_MP(body).inverse();
  set_pose(X_WM, qpos, qpos + 3);
  const Vector3d arm = X_WM.translation() - X_WP.translation();
  const Vector3d linear = velocity.linear + velocity.angular.cross(arm);
  const Vector3d spin_M = X_WM.linear().transpose() * velocity.angular;
  mju_copy3(qvel, linear.data());
  mju_copy3(qvel + 3, spin_M.data());
  mj_kinematics(model_.get(), data_.get());
}

void ModelEngine::push(int body, const Wrench& F_W) {
  mjtNum* const applied = data_->xfrc_applied + 6 * ids_[static_cast<std::size_t>(body)];
  mju_addTo3(applied, F_W.force.data());
  mju_addTo3(applied + 3, F_W.moment.data());
}

void ModelEngine::hold(int body, bool is_held) {
  if (is_held)
    throw InputError(fmt::format("'{}': with MuJoCo a body cannot be held; use the engine bullet",
                                 scene_.bodies[static_cast<std::size_t>(body)].name));
}

void ModelEngine::step_plugin(double dt) {
  model_->opt.timestep = dt;
  const int dofs = mujoco::int_of(model_->nv);
  const double time = data_->time;
  const std::vector<mjtNum> start(data_->qvel, data_->qvel + dofs);
  if (drag_ > 0) mju_scl(data_->qvel, data_->qvel, std::exp(-drag_ * dt), dofs);
  const auto clear = [this] { mju_zero(data_->xfrc_applied, 6 * mujoco::int_of(model_->nbody)); };
  try {
    plugin_->step();
  } catch (...) {
    clear();
    if (data_->time == time) std::ranges::copy(start, data_->qvel);  // else a listener has thrown
    throw;
  }
  clear();
}

std::shared_ptr<const EngineMoment> ModelEngine::save() const {
  return std::make_shared<MujocoMoment>(plugin_->save());
}

void ModelEngine::restore(const EngineMoment& moment) {
  plugin_->restore(*dynamic_cast<const MujocoMoment&>(moment).memory);
  mj_kinematics(model_.get(), data_.get());
}

}  // namespace condyle
