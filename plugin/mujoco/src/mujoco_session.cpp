#include "plugin/mujoco/src/mujoco_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/solver/pair_search.h"
#include "plugin/mujoco/src/model_checks.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

void require_known(const ContactSettings& settings, const std::string& what) {
  const auto refuse = [&what](const char* problem) { throw InputError(what + problem); };
  if (settings.formulation == Formulation::elastic_layer)
    refuse(
        ": MuJoCo's rows do not know elastic_layer yet; set the formulation to linear or "
        "nonlinear");
  if (settings.force_direction == ForceDirection::casting)
    refuse(
        ": forces along the casting normal have no energy, and MuJoCo's step is that of an "
        "energy; set the force direction to target");
  if (settings.friction.mode == FrictionMode::stiction && settings.friction.static_coefficient > 0)
    refuse(": MuJoCo's rows do not know stiction yet; set the friction to on");
  if (settings.friction.mode == FrictionMode::user)
    refuse(": MuJoCo's rows take no friction of the user's; set the friction to on");
}

bool rubs(const ContactSettings& settings) {
  return settings.friction.mode != FrictionMode::off && settings.friction.static_coefficient > 0;
}

}  // namespace

MujocoSession::MujocoSession(mjModel& of_model, mjData& of_data, const StepSettings& given)
    : SessionState(given),
      model(of_model),
      data(of_data),
      bodies_(of_model, of_data),
      collider_of_geom_(static_cast<std::size_t>(of_model.ngeom), -1) {
  require_same_version();
  require_options(model, false);
  install(data, *this);
}

MujocoSession::~MujocoSession() { remove(data); }

Pose MujocoSession::pose_of(int body) const {
  return is_at_end_ ? bodies_.led_pose(body) : bodies_.present_pose(body);
}

Twist MujocoSession::velocity_of(int body) const { return bodies_.twist(body, bodies_.led_by()); }

bool MujocoSession::lets_meet(int a, int b) const {
  return model.body_weldid[a] != model.body_weldid[b];
}

SessionState::Falling MujocoSession::falling_of(int body) const {
  if (!is_moved(body)) return {};
  return {Eigen::Map<const Eigen::Vector3d>(model.opt.gravity).norm(), model.body_mass[body]};
}

std::string MujocoSession::name_of(int geom, const std::string& name) const {
  if (geom < 0 || geom >= model.ngeom)
    throw InputError(fmt::format("There is no geom {} in the model; it has {}, counted from 0",
                                 geom, model.ngeom));
  if (!name.empty()) return name;
  const char* const own = mj_id2name(&model, mjOBJ_GEOM, geom);
  return own != nullptr && *own != '\0' ? own : name_or_number("");
}

/// Places the collider on the geom's body, and lets MuJoCo look for contact of the geom before it
/// touches: at a distance of its own size, which is more than it moves in a step.
ColliderId MujocoSession::add_geom(int geom, SessionCollider collider) {
  int& place = collider_of_geom_[static_cast<std::size_t>(geom)];
  if (place >= 0)
    throw InputError(fmt::format("{}: its geom {} is registered already", collider.name, geom));
  const int body = model.geom_bodyid[geom];
  const auto vector = [](const mjtNum* at) { return Eigen::Map<const Eigen::Vector3d>(at); };
  const mjtNum* const q = model.geom_quat + 4 * geom;
  Pose X_BG = Pose::Identity();
  X_BG.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  X_BG.translation() = vector(model.geom_pos + 3 * geom) - vector(model.body_ipos + 3 * body);
  collider.body = body;
  collider.X_BS = X_BG * collider.X_BS;
  collider.was_put = false;
  const double far = std::max(0.1, model.geom_rbound[geom]);
  model.geom_margin[geom] = model.geom_gap[geom] = far;
  const ColliderId id = add(std::move(collider)).id;
  place = id.value;
  geom_of_collider_[id.value] = geom;
  return id;
}

void MujocoSession::remove_collider(ColliderId id) {
  if (const auto found = geom_of_collider_.find(id.value); found != geom_of_collider_.end()) {
    collider_of_geom_[static_cast<std::size_t>(found->second)] = -1;
    geom_of_collider_.erase(found);
  }
  count_in_step_ = 0;
  near.clear();
  SessionState::remove_collider(id);
}

/// A callback must not throw through MuJoCo: step() throws later; in mj_step() there is only
/// MuJoCo's own way to stop.
void MujocoSession::fail() {
  if (is_stepping_) {
    if (!failure_) failure_ = std::current_exception();
    return;
  }
  try {
    throw;
  } catch (const std::exception& error) {
    mju_error(error.what());
  }
}

void MujocoSession::throw_failure() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Begins a step, unless one has begun.
void MujocoSession::open() {
  if (is_open_ && data.time != start_time_) update();
  if (is_open_) return;
  is_open_ = true;
  start_time_ = data.time;
  ++substep;
  passes_ = 0;
  clear_results();
  count_in_step_ = 0;
}

/// Call before the first pair of a forward computation.
void MujocoSession::begin_forward() {
  open();
  is_forward_ = true;
  count_in_step_ = 0;
  near.clear();
  start_velocity_ = of_dofs(data.qvel);
  bodies_.begin();
  bodies_.lead(guess_.size() > 0 ? guess_ : start_velocity_);
}

bool MujocoSession::collide(int first, int second) {
  const int a = collider_of_geom_[static_cast<std::size_t>(first)];
  const int b = collider_of_geom_[static_cast<std::size_t>(second)];
  if (a < 0 || b < 0) return false;
  try {
    if (!is_forward_) begin_forward();
    find(colliders.at(a), colliders.at(b));
  } catch (...) {
    fail();
  }
  return true;
}

void MujocoSession::find(SessionCollider& a, SessionCollider& b) {
  if (!is_moved(a.body) && !is_moved(b.body)) return;
  std::vector<SessionPair*> found;
  contacts.append_pairs(a, b, found);
  for (SessionPair* pair : found)
    find_pair(*pair, geom_of_collider_.at(pair->casting.value),
              geom_of_collider_.at(pair->target.value));
}

void MujocoSession::find_pair(SessionPair& pair, int casting_geom, int target_geom) {
  if (pair.memory.last_claim != substep) {
    pair.casting_side = side_of(pair.casting_collider);
    pair.target_side = side_of(pair.target_collider);
    require_known(pair.pair.settings(),
                  fmt::format("'{}' on '{}'", pair.casting_side.name, pair.target_side.name));
    require_options(model, rubs(pair.pair.settings()));
    SessionPair* const claimed = &pair;
    contacts.begin_substep(substep, {&claimed, 1});
  }
  restart(pair);
  near.push_back(&pair);
  if (in_step_.size() == count_in_step_) in_step_.emplace_back();
  PairInStep& in_step = in_step_[count_in_step_++];
  in_step.pair = &pair;
  in_step.casting_geom = casting_geom;
  in_step.target_geom = target_geom;
  pair.reach = reach_for(pair, reach_in_step(pair), false);
  if (!find_hits(in_step, true)) find_hits(in_step, false);
  find_rows(pair.linearised, pair.pair.evaluator().surfaces().friction, bodies_.time_step(),
            in_step.rows);
  add_contacts(in_step);
}

}  // namespace condyle::mujoco
