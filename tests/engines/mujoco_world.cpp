// TrialWorld in MuJoCo.
#include <fmt/core.h>

#include <algorithm>

#include "condyle/mujoco/plugin.h"
#include "engines/trial_world.h"
#include "mujoco/trial_model.h"

namespace condyle::test {
namespace {

using Eigen::Vector3d;

std::string text_of(const Vector3d& v) {
  return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z());
}

std::string text_of(const Eigen::Quaterniond& q) {
  return fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}", q.w(), q.x(), q.y(), q.z());
}

/// A sphere around the surface, by which MuJoCo finds that contact may be near.
double radius_around(const ContactSurface& surface) {
  double far = 0;
  for (const Vector3d& vertex : surface.mesh().vertices) far = std::max(far, vertex.norm());
  return far;
}

std::string mjcf_of(const TrialBody& body, const std::string& sites) {
  const bool is_moved = body.mass > 0;
  return fmt::format(
      R"(<body pos="{}" quat="{}"{}>{}<inertial pos="0 0 0" mass="{:.17g}" diaginertia="{}"/>
         <geom type="sphere" size="{:.17g}" mass="0"/>{}</body>)",
      text_of(body.X_WB.translation()), text_of(Eigen::Quaterniond(body.X_WB.linear())),
      body.is_driven ? R"( mocap="true")" : "", is_moved ? "<freejoint/>" : "",
      is_moved ? body.mass : 1, text_of(is_moved ? body.inertia : Vector3d::Ones()),
      radius_around(*body.surface), sites);
}

std::string mjcf_of(const TrialScene& scene) {
  std::vector<std::string> sites(scene.bodies.size());
  std::string tendons, bodies;
  for (std::size_t t = 0; t < scene.strands.size(); ++t) {
    tendons += "<spatial>";
    for (std::size_t i = 0; i < scene.strands[t].path.points.size(); ++i) {
      const ligament::PathPoint& point = scene.strands[t].path.points[i];
      sites[scene.strands[t].bodies[point.body]] +=
          fmt::format(R"(<site name="{}/{}" pos="{}"/>)", t, i, text_of(point.p_B));
      tendons += fmt::format(R"(<site site="{}/{}"/>)", t, i);
    }
    tendons += "</spatial>";
  }
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    bodies += mjcf_of(scene.bodies[i], sites[i]);
  // MuJoCo clears room for the square of the rows, more than once for each world.
  const std::size_t pairs = std::max<std::size_t>(6, scene.bodies.size() * scene.bodies.size() / 2);
  return fmt::format(R"(<mujoco><compiler balanceinertia="true"/>
    <option gravity="{}" cone="elliptic" solver="Newton" tolerance="1e-14" iterations="200"/>
    <size nconmax="{}" njmax="{}"/><worldbody>{}</worldbody><tendon>{}</tendon></mujoco>)",
                     text_of(scene.gravity), 120 * pairs, 200 * pairs + 10, bodies, tendons);
}

}  // namespace

struct TrialWorld::Engine {
  explicit Engine(const TrialScene& scene)
      : trial(mjcf_of(scene)), plugin(*trial.model, *trial.data, scene.step) {}

  static int id(int body) { return body + 1; }  ///< MuJoCo's body 0 is the world
  mjtNum* qpos(int body) const {
    return trial.data->qpos + trial.model->jnt_qposadr[trial.model->body_jntadr[id(body)]];
  }
  mjtNum* qvel(int body) const {
    return trial.data->qvel + trial.model->jnt_dofadr[trial.model->body_jntadr[id(body)]];
  }
  int mocap(int body) const { return trial.model->body_mocapid[id(body)]; }

  mujoco::TrialModel trial;
  mujoco::Plugin plugin;
  std::vector<ColliderId> colliders;
  std::vector<StrandId> strands;
};

TrialWorld::TrialWorld(TrialScene scene)
    : scene_(std::move(scene)), engine_(std::make_unique<Engine>(scene_)) {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    const int geom = static_cast<int>(i);  // one a body
    engine_->colliders.push_back(engine_->plugin.add_collider(geom, scene_.bodies[i].surface));
    set_velocity(static_cast<int>(i), scene_.bodies[i].velocity);
  }
  for (std::size_t t = 0; t < scene_.strands.size(); ++t) {
    std::vector<int> bodies;
    for (const int body : scene_.strands[t].bodies) bodies.push_back(Engine::id(body));
    engine_->strands.push_back(engine_->plugin.add_strand(
        scene_.strands[t].strand, static_cast<int>(t), bodies, scene_.strands[t].path));
  }
}

TrialWorld::~TrialWorld() = default;
TrialWorld::TrialWorld(TrialWorld&&) noexcept = default;

AnySession& TrialWorld::session() { return engine_->plugin; }
ColliderId TrialWorld::collider(int body) const { return engine_->colliders[body]; }

StrandId TrialWorld::strand(int strand) const { return engine_->strands[strand]; }

void TrialWorld::step(double dt, int count) {
  const mjModel& model = *engine_->trial.model;
  mjData& data = *engine_->trial.data;
  engine_->trial.model->opt.timestep = dt;
  for (int i = 0; i < count; ++i) {
    engine_->plugin.step();
    mju_zero(data.xfrc_applied, static_cast<int>(6 * model.nbody));
    for (std::size_t body = 0; body < scene_.bodies.size(); ++body) {
      if (!scene_.bodies[body].is_driven) continue;
      const int mocap = engine_->mocap(static_cast<int>(body));
      const Twist& velocity = scene_.bodies[body].velocity;
      mju_addToScl3(data.mocap_pos + 3 * mocap, velocity.linear.data(), dt);
      const Vector3d in_body = pose(static_cast<int>(body)).linear().transpose() * velocity.angular;
      mju_quatIntegrate(data.mocap_quat + 4 * mocap, in_body.data(), dt);
    }
  }
}

Pose TrialWorld::pose(int body) const {
  const TrialBody& of = scene_.bodies[body];
  if (of.mass == 0 && !of.is_driven) return of.X_WB;
  const mjData& data = *engine_->trial.data;
  const mjtNum* const position =
      of.is_driven ? data.mocap_pos + 3 * engine_->mocap(body) : engine_->qpos(body);
  const mjtNum* const q =
      of.is_driven ? data.mocap_quat + 4 * engine_->mocap(body) : engine_->qpos(body) + 3;
  Pose X = Pose::Identity();
  X.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  X.translation() = Eigen::Map<const Vector3d>(position);
  return X;
}

Twist TrialWorld::velocity(int body) const {
  const TrialBody& of = scene_.bodies[body];
  if (of.mass == 0) return of.velocity;
  const mjtNum* const v = engine_->qvel(body);
  return {pose(body).linear() * Eigen::Map<const Vector3d>(v + 3), Eigen::Map<const Vector3d>(v)};
}

void TrialWorld::set_velocity(int body, const Twist& velocity) {
  TrialBody& of = scene_.bodies[body];
  of.velocity = velocity;
  if (of.is_driven) engine_->plugin.set_mocap_velocity(Engine::id(body), velocity);
  if (of.mass == 0) return;
  const Vector3d spin = pose(body).linear().transpose() * velocity.angular;
  mju_copy3(engine_->qvel(body), velocity.linear.data());
  mju_copy3(engine_->qvel(body) + 3, spin.data());
}

void TrialWorld::push(int body, const Vector3d& force) {
  mju_addTo3(engine_->trial.data->xfrc_applied + 6 * Engine::id(body), force.data());
}

bool presses_along_casting_normal() { return false; }
bool divides_impacts() { return false; }
bool is_single_precision() { return false; }

}  // namespace condyle::test
