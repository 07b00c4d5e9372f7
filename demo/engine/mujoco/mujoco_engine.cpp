#include "engine/mujoco/mujoco_engine.h"

#include <fmt/core.h>
#include <mujoco/mujoco.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <utility>

#include "condyle/error.h"
#include "condyle/mujoco/plugin.h"
#include "engine/mujoco/mjcf.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

struct Delete {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

struct MujocoMoment final : EngineMoment {
  explicit MujocoMoment(std::shared_ptr<const mujoco::ModelMemory> saved)
      : memory(std::move(saved)) {}
  std::size_t size() const override { return mujoco::Plugin::size_of(*memory); }
  std::shared_ptr<const mujoco::ModelMemory> memory;
};

/// The model from its text, by MuJoCo's file system in memory.
std::unique_ptr<mjModel, Delete> load(const std::string& mjcf) {
  static std::mutex mutex;  // MuJoCo's parser is not for several threads
  const std::scoped_lock lock(mutex);
  constexpr const char* k_file = "scene.xml";
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), k_file, static_cast<int>(mjcf.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), k_file)], mjcf.data(), mjcf.size());
  char error[1000] = "";
  std::unique_ptr<mjModel, Delete> model(mj_loadXML(k_file, files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) throw InputError(fmt::format("MuJoCo refuses the model of the scene: {}", error));
  return model;
}

void set_pose(const Pose& X, mjtNum* position, mjtNum* quaternion) {
  const Eigen::Quaterniond q(X.linear());
  mju_copy3(position, X.translation().data());
  for (const auto& [i, value] : {std::pair(0, q.w()), {1, q.x()}, {2, q.y()}, {3, q.z()}})
    quaternion[i] = value;
}

class MujocoEngine final : public SceneEngine {
 public:
  MujocoEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built);

  AnySession& session() override { return *plugin_; }
  void renew_collider(int body, int mesh) override;
  Wrench strand_wrench(StrandId strand, int body) const override;
  BodyState state(int body) const override;
  void put(int body, const Pose& X_WP, const Twist& velocity) override;
  void push(int body, const Wrench& F_W) override;
  void set_drag(double rate) override { drag_ = rate; }
  double hinge_angle(int joint) const override;
  void step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) override;
  void hold(int body, bool is_held) override;
  std::shared_ptr<const EngineMoment> save() const override;
  void restore(const EngineMoment& moment) override;

 private:
  int id(int kind, const std::string& name) const {
    return mj_name2id(model_.get(), kind, name.c_str());
  }
  ColliderId add_mesh(int body, int mesh);
  StrandId add_strand(const scene::SceneLigament& ligament);
  void drive(const DrivenAmounts& before, const DrivenAmounts& after);
  Pose driven(int body, const DrivenAmounts& amounts) const;
  void set_mocap(int body, const Pose& X_WP);

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  std::unique_ptr<mujoco::Plugin> plugin_;
  std::vector<int> ids_;  ///< MuJoCo's, of the scene's bodies
  double drag_ = 0;       ///< [1/s]
};

MujocoEngine::MujocoEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built)
    : scene_(scene),
      built_(built),
      model_(load(make_mjcf(scene, built))),
      data_(mj_makeData(model_.get())),
      plugin_(std::make_unique<mujoco::Plugin>(*model_, *data_, step_settings(scene))) {
  for (const scene::SceneBody& body : scene.bodies)
    ids_.push_back(id(mjOBJ_BODY, mjcf_body_name(body)));
  for (std::size_t i = 0; i < built.size(); ++i) {
    std::vector<ColliderId>& of_body = colliders_.emplace_back(built[i].meshes.size());
    for (std::size_t j = 0; j < of_body.size(); ++j)
      if (built[i].meshes[j].surface)
        of_body[j] = add_mesh(static_cast<int>(i), static_cast<int>(j));
  }
  for (const scene::SceneLigament& ligament : scene.ligaments)
    strands_.push_back(add_strand(ligament));
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

ColliderId MujocoEngine::add_mesh(int body, int mesh) {
  const scene::SceneBody& described = scene_.bodies[static_cast<std::size_t>(body)];
  const scene::SceneMesh& of = described.meshes[static_cast<std::size_t>(mesh)];
  const int geom = id(mjOBJ_GEOM, mjcf_geom_name(described, of));
  return plugin_->add_collider(
      geom, built_[static_cast<std::size_t>(body)].meshes[static_cast<std::size_t>(mesh)].surface,
      Pose::Identity(), described.name + "." + of.name);
}

StrandId MujocoEngine::add_strand(const scene::SceneLigament& ligament) {
  ligament::StrandPath path = make_path(scene_, ligament);
  std::vector<int> bodies;
  const auto place = [&](int& body) {
    const bool is_world = body >= static_cast<int>(built_.size());
    const Pose X_PB =
        is_world ? Pose::Identity() : built_[static_cast<std::size_t>(body)].X_BP.inverse();
    const int of_model = is_world ? 0 : ids_[static_cast<std::size_t>(body)];
    const auto found = std::ranges::find(bodies, of_model);
    body = static_cast<int>(found - bodies.begin());
    if (found == bodies.end()) bodies.push_back(of_model);
    return X_PB;
  };
  for (ligament::PathPoint& point : path.points) point.p_B = place(point.body) * point.p_B;
  for (ligament::PathObstacle& wrap : path.obstacles) wrap.X_BS = place(wrap.body) * wrap.X_BS;
  return plugin_->add_strand(initial_strand(scene_, ligament),
                             id(mjOBJ_TENDON, mjcf_strand_name(ligament)), bodies, path);
}

void MujocoEngine::renew_collider(int body, int mesh) {
  plugin_->remove_collider(colliders_[body][mesh]);
  colliders_[body][mesh] = add_mesh(body, mesh);
}

Wrench MujocoEngine::strand_wrench(StrandId strand, int body) const {
  return plugin_->strand_wrench(strand, body < 0 ? 0 : ids_[static_cast<std::size_t>(body)]);
}

BodyState MujocoEngine::state(int body) const {
  const int at = ids_[static_cast<std::size_t>(body)];
  BodyState state;
  using RowMatrix3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  state.X_WB.linear() = Eigen::Map<const RowMatrix3>(data_->xmat + 9 * at);
  state.X_WB.translation() = Eigen::Map<const Vector3d>(data_->xipos + 3 * at);
  const BuiltBody& built = built_[static_cast<std::size_t>(body)];
  if (scene_.bodies[static_cast<std::size_t>(body)].kind != scene::BodyKind::dynamic) return state;
  state.velocity = plugin_->velocity(at);
  state.inverse_mass = 1 / built.mass.mass;
  state.inverse_inertia_W = state.X_WB.linear() *
                            built.principal_inertia.cwiseInverse().asDiagonal() *
                            state.X_WB.linear().transpose();
  return state;
}

void MujocoEngine::put(int body, const Pose& X_WP, const Twist& velocity) {
  const int at = ids_[static_cast<std::size_t>(body)];
  const int joint = model_->body_jntadr[at];
  if (joint < 0 || model_->jnt_type[joint] != mjJNT_FREE)
    throw InputError(fmt::format(
        "'{}' has a joint: with MuJoCo only bodies without joints can be put elsewhere; use the "
        "engine bullet",
        scene_.bodies[static_cast<std::size_t>(body)].name));
  mjtNum* const qpos = data_->qpos + model_->jnt_qposadr[joint];
  mjtNum* const qvel = data_->qvel + model_->jnt_dofadr[joint];
  set_pose(X_WP, qpos, qpos + 3);
  const Vector3d spin_P = X_WP.linear().transpose() * velocity.angular;
  mju_copy3(qvel, velocity.linear.data());
  mju_copy3(qvel + 3, spin_P.data());
  mj_kinematics(model_.get(), data_.get());
}

void MujocoEngine::push(int body, const Wrench& F_W) {
  mjtNum* const applied = data_->xfrc_applied + 6 * ids_[static_cast<std::size_t>(body)];
  mju_addTo3(applied, F_W.force.data());
  mju_addTo3(applied + 3, F_W.moment.data());
}

double MujocoEngine::hinge_angle(int joint) const {
  const int at = id(mjOBJ_JOINT, mjcf_joint_name(scene_.joints[static_cast<std::size_t>(joint)]));
  return data_->qpos[model_->jnt_qposadr[at]];
}

void MujocoEngine::hold(int body, bool is_held) {
  if (is_held)
    throw InputError(fmt::format("'{}': with MuJoCo a body cannot be held; use the engine bullet",
                                 scene_.bodies[static_cast<std::size_t>(body)].name));
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
  if (drag_ > 0) mju_scl(data_->qvel, data_->qvel, std::exp(-drag_ * dt), model_->nv);
  const auto clear = [this] { mju_zero(data_->xfrc_applied, 6 * model_->nbody); };
  const std::shared_ptr<const mujoco::ModelMemory> start = plugin_->save();
  try {
    plugin_->step();
  } catch (const SimulationError&) {
    clear();
    plugin_->restore(*start);
    throw;
  }
  clear();
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
    if (scene_.bodies[i].kind == scene::BodyKind::kinematic)
      set_mocap(static_cast<int>(i), driven(static_cast<int>(i), after));
  mj_kinematics(model_.get(), data_.get());
}

std::shared_ptr<const EngineMoment> MujocoEngine::save() const {
  return std::make_shared<MujocoMoment>(plugin_->save());
}

void MujocoEngine::restore(const EngineMoment& moment) {
  plugin_->restore(*dynamic_cast<const MujocoMoment&>(moment).memory);
  mj_kinematics(model_.get(), data_.get());
}

}  // namespace

std::unique_ptr<SceneEngine> make_mujoco_engine(const scene::Scene& scene,
                                                const std::vector<BuiltBody>& built) {
  return std::make_unique<MujocoEngine>(scene, built);
}

}  // namespace condyle
