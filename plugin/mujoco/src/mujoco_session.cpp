#include "plugin/mujoco/src/mujoco_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/solver/pair_search.h"
#include "core/world/src/session_checks.h"
#include "plugin/mujoco/src/model_checks.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

/// Distance at which MuJoCo looks for contact of a registered geom at rest [m].
constexpr double k_least_margin = 0.05;
/// The same in a model that several mjData share.
constexpr double k_shared_margin = 0.3;

void require_known(const ContactSettings& settings, const std::string& what) {
  const auto refuse = [&what](const char* problem) { throw InputError(what + problem); };
  if (settings.force_direction == ForceDirection::casting)
    refuse(
        ": forces along the casting normal have no energy, and MuJoCo's step is that of an "
        "energy; set the force direction to target");
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
      collider_of_geom_(static_cast<std::size_t>(of_model.ngeom), -1),
      warned_(count_warnings(of_data)) {
  require_same_version();
  require_options(model, false);
  require_one_thread(data);
  margins_ = &install(model, data, *this);
}

MujocoSession::~MujocoSession() {
  if (!is_model_left_)
    for (const auto& [id, geom] : geom_of_collider_) margins_->remove(geom);
  remove(data);
}

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

void MujocoSession::require_geom(int geom) const {
  if (geom < 0 || geom >= model.ngeom)
    throw InputError(fmt::format("There is no geom {} in the model; it has {}, counted from 0",
                                 geom, model.ngeom));
}

std::string MujocoSession::name_of(int geom, const std::string& name) const {
  require_geom(geom);
  if (!name.empty()) return name;
  const char* const own = mj_id2name(&model, mjOBJ_GEOM, geom);
  return own != nullptr && *own != '\0' ? own : name_or_number("");
}

ColliderId MujocoSession::collider_of(const std::string& geom, const std::string& what) const {
  const int id = mj_name2id(&model, mjOBJ_GEOM, geom.c_str());
  const int collider = id < 0 ? -1 : collider_of_geom_[static_cast<std::size_t>(id)];
  if (collider < 0)
    throw InputError(
        fmt::format("{}: {} '{}'; name a geom with a layer, such as by a text condyle.layer.GEOM",
                    what, id < 0 ? "the model has no geom" : "no layer has the geom", geom));
  return {collider};
}

std::optional<ColliderId> MujocoSession::collider_of(int geom) const {
  require_geom(geom);
  const int collider = collider_of_geom_[static_cast<std::size_t>(geom)];
  return collider < 0 ? std::nullopt : std::optional(ColliderId{collider});
}

/// Places the collider on the geom's body.
ColliderId MujocoSession::add_geom(int geom, SessionCollider collider) {
  int& place = collider_of_geom_[static_cast<std::size_t>(geom)];
  if (place >= 0)
    throw InputError(fmt::format("{}: its geom {} is registered already", collider.name, geom));
  const int body = model.geom_bodyid[geom];
  const Pose X_BG =
      pose_in_body(model, body, model.geom_pos + 3 * geom, model.geom_quat + 4 * geom);
  collider.body = body;
  collider.X_BS = X_BG * collider.X_BS;
  collider.was_put = false;
  const ColliderId id = add(std::move(collider)).id;
  place = id.value;
  geom_of_collider_[id.value] = geom;
  margins_->add(geom);
  if (is_shared(model))
    look_far(geom);
  else
    margins_->look(geom, k_least_margin);
  return id;
}

void MujocoSession::set_mocap_velocity(int body, const Twist& velocity) {
  if (body < 0 || body >= model.nbody || model.body_mocapid[body] < 0)
    throw InputError(fmt::format(
        "set_mocap_velocity: body {} is no mocap body; give it mocap=\"true\" in the model", body));
  if (!velocity.angular.allFinite() || !velocity.linear.allFinite())
    throw InputError(
        fmt::format("set_mocap_velocity: the velocity of body {} is not finite", body));
  bodies_.give(body, velocity);
}

void MujocoSession::begin_sharing() {
  for (const auto& [id, geom] : geom_of_collider_) look_far(geom);
}

/// Several mjData may step on threads of their own while they share a model: its margins stay.
void MujocoSession::look_far(int geom) {
  if (margins_->distance(geom) < k_shared_margin) margins_->look(geom, k_shared_margin);
}

/// Lets MuJoCo look for contact of each registered geom as far as it may move in the next step, by
/// its velocity and what forces did in this one: without that a fast body would be in the other
/// before MuJoCo asks.
void MujocoSession::look_ahead() {
  const double h = bodies_.time_step();
  const bool is_common = is_shared(model);
  const Eigen::VectorXd v = of_dofs(data.qvel), a = of_dofs(data.qacc_smooth);
  for (const auto& [id, geom] : geom_of_collider_) {
    const SessionCollider& collider = colliders.at(id);
    const auto travel = [&](const Eigen::VectorXd& by) {
      const Twist twist = bodies_.twist(collider.body, by);
      const double arm = collider.box_S.isEmpty() ? 0 : collider.box_S.sizes().norm();
      return twist.linear.norm() + std::min(twist.angular.norm() * arm, arm / h);
    };
    const double far = 2 * (h * travel(v) + h * h * travel(a)) + k_least_margin;
    if (!is_common)
      margins_->look(geom, far);
    else if (far > margins_->distance(geom))
      throw SimulationError(fmt::format(
          "'{}' moves so far in a step that its contact must be looked for {:.3g} m ahead, and in "
          "a model that several mjData share margins stay at {:.3g} m; give this mjData a model of "
          "its own (mj_copyModel), or make shorter steps",
          collider.name, far, margins_->distance(geom)));
  }
}

void MujocoSession::remove_collider(ColliderId id) {
  if (const auto found = geom_of_collider_.find(id.value); found != geom_of_collider_.end()) {
    collider_of_geom_[static_cast<std::size_t>(found->second)] = -1;
    margins_->remove(found->second);
    geom_of_collider_.erase(found);
  }
  count_in_step_ = 0;
  in_step_.clear();
  near.clear();
  far_.clear();
  SessionState::remove_collider(id);
}

StrandId MujocoSession::add_strand(const ligament::Strand& strand, int tendon,
                                   std::span<const int> bodies, const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  require_valid(strand, what);
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  require_fixed_points(path, what);
  for (const int body : bodies)
    if (body < 0 || body >= model.nbody || std::ranges::count(bodies, body) > 1)
      throw InputError(fmt::format(
          "{}: body {} is not in the model, or listed twice; list each body of the path once", what,
          body));
  for (const auto& [id, lent] : tendon_of_strand_)
    if (lent == tendon)
      throw InputError(
          fmt::format("{}: tendon {} lends its row to another strand; give the model "
                      "a tendon for each strand",
                      what, tendon));
  require_limits(model);
  prepare_tendon(model, tendon, strand.name);
  require_passed(model, tendon, bodies, strand.name);
  const StrandId id = SessionState::add_strand(strand, {bodies.begin(), bodies.end()}, path);
  tendon_of_strand_[id.value] = tendon;
  return id;
}

bool MujocoSession::is_lent(int tendon) const {
  return std::ranges::any_of(tendon_of_strand_,
                             [tendon](const auto& entry) { return entry.second == tendon; });
}

/// The tendon of a strand that is gone has no limit.
void MujocoSession::remove_strand(StrandId id) {
  if (const auto found = tendon_of_strand_.find(id.value); found != tendon_of_strand_.end()) {
    if (!is_lent_to_others(model, data, found->second)) model.tendon_limited[found->second] = 0;
    tendon_of_strand_.erase(found);
  }
  strand_rows_.clear();
  SessionState::remove_strand(id);
}

/// A callback must not throw through MuJoCo: step() throws later.
void MujocoSession::fail() {
  if (!failure_) failure_ = std::current_exception();
}

/// In mj_step() there is only MuJoCo's own way to stop, which may not return: call this where
/// nothing is left to unwind.
void MujocoSession::stop_if_failed() {
  if (is_stepping_ || !failure_) return;
  static thread_local std::string message;
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "A function of the user's threw what is no std::exception";
  }
  stop(message.c_str());
}

void MujocoSession::throw_failure() {
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Ends a step of mj_step() of which update() has not heard.
void MujocoSession::end_last_step() {
  if (is_open_ && data.time != start_time_) end_step(false, true);
}

/// Begins a step, or the next part of one, unless it has begun.
void MujocoSession::open() {
  end_last_step();
  if (is_open_) return;
  is_open_ = true;
  start_time_ = data.time;
  ++substep;
  passes_ = 0;
  if (!is_stepping_) begin_count();
  holds_back_ = false;
  friction_offset_ = k_far_offset;
  if (count_.substeps() == 0)
    clear_results();
  else
    clear_part();
  count_in_step_ = 0;
}

void MujocoSession::begin_count() {
  count_ = {};
  count_.begin_run();
}

/// What a search for contact depends on.
std::array<std::span<const mjtNum>, 4> MujocoSession::searched_state() const {
  const auto of = [](const mjtNum* values, auto count) {
    return std::span(values, static_cast<std::size_t>(count));
  };
  return {of(data.qpos, model.nq), of(data.qvel, model.nv), of(data.mocap_pos, 3 * model.nmocap),
          of(data.mocap_quat, 4 * model.nmocap)};
}

/// Whether MuJoCo has begun to look for contact anew without having made rows of what was found, as
/// after mj_fwdPosition(): it has dropped its contacts then, or something has moved.
bool MujocoSession::looks_anew() const {
  if (data.ncon < contacts_when_added_) return true;
  auto at = searched_.begin();
  for (const std::span<const mjtNum> values : searched_state()) {
    const auto end = at + static_cast<std::ptrdiff_t>(values.size());
    if (!std::equal(values.begin(), values.end(), at, end)) return true;
    at = end;
  }
  return false;
}

/// Call before the first pair of a forward computation.
void MujocoSession::begin_forward() {
  require_one_thread(data);
  open();
  is_forward_ = true;
  count_in_step_ = 0;
  added_contacts_ = contacts_when_added_ = 0;
  searched_.clear();
  for (const std::span<const mjtNum> values : searched_state())
    searched_.insert(searched_.end(), values.begin(), values.end());
  near.clear();
  was_put_ = is_put();
  start_velocity_ = of_dofs(data.qvel);
  far_.clear();
  bodies_.begin();
  bodies_.lead(guess_.size() > 0 ? guess_ : start_velocity_);
  are_rows_set_ = are_sensors_read_ = false;
  begin_strands();
}

void MujocoSession::begin_strands() {
  strand_rows_.clear();
  if (!strands.empty()) require_limits(model);
  for (auto& [id, strand] : strands) {
    if (!acts(strand)) continue;
    strand_rows_.push_back({&strand, tendon_of_strand_.at(id), 0, 0, {}});
    begin_step(strand, bodies_);
    evaluate_where_led(strand, bodies_);
    find_row(bodies_, strand_rows_.back());
  }
}

bool MujocoSession::collide(int first, int second) {
  const int a = collider_of_geom_[static_cast<std::size_t>(first)];
  const int b = collider_of_geom_[static_cast<std::size_t>(second)];
  if (a < 0 || b < 0) return false;
  if (failure_) return true;
  try {
    if (!is_forward_ || looks_anew()) begin_forward();
    find(colliders.at(a), colliders.at(b));
  } catch (...) {
    fail();
  }
  stop_if_failed();
  return true;
}

void MujocoSession::find(SessionCollider& a, SessionCollider& b) {
  if (!is_moved(a.body) && !is_moved(b.body)) return;
  if (!may_meet(a, b, true)) return far_.emplace_back(&a, &b), void();
  std::vector<SessionPair*> found;
  contacts.append_pairs(a, b, found);
  std::erase_if(found, [this](SessionPair* pair) { return is_found(*pair); });
  claim(found);
  for (SessionPair* pair : found)
    find_pair(*pair, geom_of_collider_.at(pair->casting.value),
              geom_of_collider_.at(pair->target.value));
}

/// Whether MuJoCo has asked for a pair already, as it does for each of several `<pair>`s of the
/// same geoms, and of whoever looks for contact twice by hand.
bool MujocoSession::is_found(const SessionPair& pair) const {
  return std::any_of(in_step_.begin(), in_step_.begin() + std::ptrdiff_t(count_in_step_),
                     [&pair](const PairInStep& in_step) { return in_step.pair.get() == &pair; });
}

/// Begins the step of pairs that have not been near in it before. Those of two colliders at once,
/// since the table then drops what has not been claimed for long.
void MujocoSession::claim(std::vector<SessionPair*> found) {
  std::erase_if(found, [this](SessionPair* pair) { return pair->memory.last_claim == substep; });
  if (found.empty()) return;
  for (SessionPair* pair : found) {
    pair->casting_side = side_of(pair->casting_collider);
    pair->target_side = side_of(pair->target_collider);
    require_known(pair->pair.settings(),
                  fmt::format("'{}' on '{}'", pair->casting_side.name, pair->target_side.name));
    require_options(model, rubs(pair->pair.settings()));
  }
  contacts.begin_substep(substep, found);
}

void MujocoSession::find_pair(SessionPair& pair, int casting_geom, int target_geom) {
  restart(pair);
  near.push_back(&pair);
  if (in_step_.size() == count_in_step_) in_step_.emplace_back();
  PairInStep& in_step = in_step_[count_in_step_++];
  const bool is_new = in_step.pair.get() != &pair || passes_ == 0;
  if (is_new) in_step.normal_force = 0;
  in_step.rubs_by = in_step.normal_force;
  in_step.pair = pair.shared_from_this();
  if (is_new) in_step.may_give = most_that_gives(in_step);
  in_step.casting_geom = casting_geom;
  in_step.target_geom = target_geom;
  find_hits(in_step);
  find_rows(pair.linearised, pair.pair.evaluator().surfaces().friction, bodies_.time_step(),
            in_step.normal_force, in_step.rows);
  correct(in_step);
  add_contacts(in_step);
}

}  // namespace condyle::mujoco
