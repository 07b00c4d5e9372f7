#include "engine/statics/statics_engine.h"

#include <fmt/core.h>

#include <map>
#include <utility>

#include "condyle/error.h"
#include "engine/statics/statics_scene.h"

namespace condyle {
namespace {

struct StaticsMoment final : EngineMoment {
  std::size_t size() const override { return sizeof *this + 1024; }
  std::shared_ptr<const EquilibriumMemory> memory;
  std::vector<double> amounts, change;
};

/// Imbalance over coarse facets that is taken, and told, as a part of the largest force.
constexpr double k_rough = 1e-3;

class StaticsEngine final : public SceneEngine {
 public:
  StaticsEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built);

  AnySession& session() override { return world_.session(); }
  void renew_collider(int body, int mesh) override;
  Wrench strand_wrench(StrandId strand, int body) const override;
  BodyState state(int body) const override;
  void put(int body, const Pose& X_WP, const Twist& velocity) override;
  void push(int body, const Wrench& F_W) override;
  void add_load(int body, const Eigen::Vector3d& p_P, const Wrench& F, bool in_body_frame) override;
  void set_drag(double) override {}
  bool has_time() const override { return false; }
  EquilibriumReport balance() const override { return world_.report(); }
  double hinge_angle(int joint) const override;
  void step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) override;
  void hold(int body, bool is_held) override;
  std::shared_ptr<const EngineMoment> save() const override;
  void restore(const EngineMoment& moment) override;

 private:
  void add_joints();
  void set_loads();
  void drive(const DrivenAmounts& amounts);
  void lead(const DrivenAmounts& amounts);
  void balance(const EngineMoment& start, const DrivenAmounts& amounts);

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  Equilibrium world_;
  std::vector<int> joints_;       ///< their numbers in `world_`; -1: none of its bodies moves
  std::vector<PointLoad> loads_;  ///< of the next step
  std::map<int, int> holders_;    ///< joints by which bodies are held
  std::vector<double> amounts_;   ///< of motions, hinges and loads in the last step
  std::vector<double> change_;    ///< of these in that step
};

StaticsEngine::StaticsEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built)
    : scene_(scene), built_(built), world_({.largest_jump = k_rough, .rough_tolerance = k_rough}) {
  require_static(scene);
  add_bodies(world_, scene, built);
  world_.set_meeting([this](int a, int b) {
    const auto count = static_cast<int>(scene_.bodies.size());
    return a < count && b < count &&
           have_contact(scene_, scene_.bodies[static_cast<std::size_t>(a)].name,
                        scene_.bodies[static_cast<std::size_t>(b)].name);
  });
  for (std::size_t i = 0; i < built.size(); ++i) {
    std::vector<ColliderId>& of_body = colliders_.emplace_back(built[i].meshes.size());
    for (std::size_t j = 0; j < of_body.size(); ++j)
      if (built[i].meshes[j].surface)
        of_body[j] = add_mesh(world_, scene, built, static_cast<int>(i), static_cast<int>(j));
  }
  for (const scene::SceneLigament& ligament : scene.ligaments)
    strands_.push_back(add_strand(world_, scene, built, ligament));
  add_joints();
}

void StaticsEngine::add_joints() {
  for (const scene::SceneJoint& joint : scene_.joints) {
    const CoordinateJoint made = coordinate_joint(world_, scene_, joint);
    const bool moves = (made.body_a >= 0 && world_.is_free(made.body_a)) ||
                       (made.body_b >= 0 && world_.is_free(made.body_b));
    joints_.push_back(moves ? world_.add_joint(made) : -1);
  }
}

void StaticsEngine::renew_collider(int body, int mesh) {
  world_.session().remove_collider(colliders_[body][mesh]);
  colliders_[body][mesh] = add_mesh(world_, scene_, built_, body, mesh);
}

Wrench StaticsEngine::strand_wrench(StrandId strand, int body) const {
  return world_.session().strand_wrench(strand, body < 0 ? world_.body_count() - 1 : body);
}

BodyState StaticsEngine::state(int body) const {
  const BuiltBody& built = built_[static_cast<std::size_t>(body)];
  BodyState state;
  state.X_WB = world_.pose(body);
  if (!world_.is_free(body)) return state;
  state.inverse_mass = 1 / built.mass.mass;
  state.inverse_inertia_W = state.X_WB.linear() *
                            built.principal_inertia.cwiseInverse().asDiagonal() *
                            state.X_WB.linear().transpose();
  return state;
}

void StaticsEngine::put(int body, const Pose& X_WP, const Twist&) { world_.put(body, X_WP); }

void StaticsEngine::push(int body, const Wrench& F_W) {
  add_load(body, Eigen::Vector3d::Zero(), F_W, false);
}

void StaticsEngine::add_load(int body, const Eigen::Vector3d& p_P, const Wrench& F,
                             bool in_body_frame) {
  if (world_.is_free(body))
    loads_.push_back({body, p_P, F.force, F.moment, in_body_frame ? body : -1});
}

double StaticsEngine::hinge_angle(int joint) const {
  const int number = joints_[static_cast<std::size_t>(joint)];
  return number < 0 ? 0 : world_.coordinates(number)[0];
}

/// Weights, and the loads that were given for this step.
void StaticsEngine::set_loads() {
  world_.clear_loads();
  for (std::size_t i = 0; i < built_.size(); ++i)
    if (const auto body = static_cast<int>(i); world_.is_free(body))
      world_.add_load({.body = body, .force = built_[i].mass.mass * scene_.gravity});
  for (const PointLoad& load : loads_) world_.add_load(load);
}

void StaticsEngine::drive(const DrivenAmounts& amounts) {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
    if (scene_.bodies[i].kind == scene::BodyKind::kinematic)
      world_.put(static_cast<int>(i),
                 driven_pose(scene_, static_cast<int>(i), amounts.motions) * built_[i].X_BP);
  for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
    if (!scene_.joints[i].target_angle || joints_[i] < 0) continue;
    CoordinateJoint joint = world_.joint(joints_[i]);
    joint.held[0] = amounts.joints[i];
    world_.set_joint(joints_[i], joint);
  }
}

/// Puts the bodies where the last two equilibria lead, by the change of all that is driven.
void StaticsEngine::lead(const DrivenAmounts& amounts) {
  constexpr double k_load = 1e-3;  // a motion of 1 rad or 1 m weighs as much as 1 kN
  std::vector<double> now = amounts.motions;
  now.insert(now.end(), amounts.joints.begin(), amounts.joints.end());
  for (const PointLoad& load : loads_)
    for (int k = 0; k < 3; ++k)
      now.insert(now.end(), {k_load * load.force[k], k_load * load.moment[k]});
  std::vector<double> change;
  double along = 0, square = 0;
  for (std::size_t i = 0; i < now.size() && now.size() == amounts_.size(); ++i) {
    change.push_back(now[i] - amounts_[i]);
    if (i >= change_.size()) continue;
    along += change[i] * change_[i];
    square += change_[i] * change_[i];
  }
  if (square > 0) world_.lead(along / square);
  amounts_ = std::move(now);
  change_ = std::move(change);
}

/// An equilibrium from where the last two lead or, if there is none, from the start of
/// the step afresh.
void StaticsEngine::balance(const EngineMoment& start, const DrivenAmounts& amounts) {
  try {
    world_.solve();
    return;
  } catch (const SimulationError&) {
    world_.restore(*dynamic_cast<const StaticsMoment&>(start).memory);
  }
  drive(amounts);
  world_.forget();
  world_.solve();
}

void StaticsEngine::step(double, const DrivenAmounts& before, const DrivenAmounts& after) {
  const std::shared_ptr<const EngineMoment> start = save();
  try {
    set_loads();
    drive(after);
    lead(after);
    balance(*start, after);
  } catch (...) {
    loads_.clear();
    restore(*start);
    drive(before);
    throw;
  }
  loads_.clear();
}

/// Holds the body by all coordinates at its pose, in the world.
void StaticsEngine::hold(int body, bool is_held) {
  CoordinateJoint holder{.name = "hold", .body_a = -1, .body_b = body};
  if (is_held) {
    holder.X_AJ = world_.pose(body);
    holder.held = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  }
  const auto known = holders_.find(body);
  if (known != holders_.end()) return world_.set_joint(known->second, holder);
  if (is_held) holders_[body] = world_.add_joint(holder);
}

std::shared_ptr<const EngineMoment> StaticsEngine::save() const {
  auto moment = std::make_shared<StaticsMoment>();
  moment->memory = world_.save();
  moment->amounts = amounts_;
  moment->change = change_;
  return moment;
}

void StaticsEngine::restore(const EngineMoment& moment) {
  const auto& saved = dynamic_cast<const StaticsMoment&>(moment);
  world_.restore(*saved.memory);
  amounts_ = saved.amounts;
  change_ = saved.change;
}

}  // namespace

std::unique_ptr<SceneEngine> make_statics_engine(const scene::Scene& scene,
                                                 const std::vector<BuiltBody>& built) {
  return std::make_unique<StaticsEngine>(scene, built);
}

}  // namespace condyle
