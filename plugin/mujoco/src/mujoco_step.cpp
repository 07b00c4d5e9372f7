#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "condyle/error.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/sliding_record.h"
#include "core/src/solver/pair_result.h"
#include "core/src/solver/pair_search.h"
#include "core/src/solver/pair_touch.h"
#include "core/src/solver/passage.h"
#include "core/src/solver/user_body.h"
#include "core/world/src/engine_row.h"
#include "plugin/mujoco/src/model_checks.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

/// Passes of a step at most: where friction changes between sticking and slipping, each later one
/// gains little.
constexpr int k_most_passes = 16;
/// Residual at which passes end, relative to the largest force of a pair in the step.
constexpr double k_solved = 1e-6;

/// Residual below which passes go on only while each halves it: few rows stand for the friction of
/// many triangles that slip in different directions.
constexpr double k_close = 1e-4;

/// The acceleration, beyond what it is in truth, at which the normal part of a row of friction
/// holds its force constant [m/s^2]. Any large number gives the same.
constexpr double k_constant = 1e9;
/// Mass of a row of friction that cannot bear anything yet; MuJoCo divides by it [kg].
constexpr double k_least_mass = 1e-15;

/// Guesses of the velocities at the end of a step, pass by pass. A pass starts from where the last
/// one ended, as Newton's method does, or part of the way there where that did not help.
class PassGuesses {
 public:
  void add(const Eigen::VectorXd& found, double residual) {
    part_ =
        residual > k_helps * last_ ? std::max(k_least_part, part_ / 2) : std::min(1.0, 2 * part_);
    if (residual < least_) best_ = tried_.size() > 0 ? tried_ : found;
    least_ = std::min(least_, residual);
    last_ = residual;
    tried_ = tried_.size() > 0 ? Eigen::VectorXd(tried_ + part_ * (found - tried_)) : found;
  }
  const Eigen::VectorXd& next() const { return tried_; }
  const Eigen::VectorXd& best() const { return best_; }

 private:
  static constexpr double k_helps = 0.7, k_least_part = 1.0 / 8;
  Eigen::VectorXd tried_, best_;
  double part_ = 1, last_ = std::numeric_limits<double>::infinity(), least_ = last_;
};

void put(const Vector3d& v, mjtNum* to) { mju_copy3(to, v.data()); }

/// Two unit vectors perpendicular to one another and to `v`.
std::pair<Vector3d, Vector3d> across(const Vector3d& v) {
  const Vector3d first = v.unitOrthogonal();
  return {first, v.normalized().cross(first)};
}

Vector3d velocity_at(const Vector3d& point, const Vector3d& p_W, const Twist& twist) {
  return twist.linear + twist.angular.cross(point - p_W);
}

Wrench about(const Vector3d& p_W, const Vector3d& point, const Vector3d& force) {
  return {(point - p_W).cross(force), force};
}

void add_to(Wrench& sum, const Wrench& more) {
  sum.moment += more.moment;
  sum.force += more.force;
}

/// The contact of a row that MuJoCo knows by its place.
mjContact contact_at(const Vector3d& point, double gap, int dimensions) {
  mjContact contact = {};
  put(point, contact.pos);
  contact.dist = gap;
  contact.dim = dimensions;
  contact.efc_address = -1;
  // Valid, though set_rows() replaces what MuJoCo makes of them.
  contact.solref[0] = 0.02;
  contact.solref[1] = 1;
  const mjtNum impedance[] = {0.9, 0.95, 0.001, 0.5, 2};
  std::copy_n(impedance, mjNIMP, contact.solimp);
  std::fill_n(contact.friction, 5, 1.0);
  return contact;
}

std::string no_rows_for(const SessionStrand& strand) {
  return fmt::format(
      "MuJoCo has made no row for the tendon of strand '{}'; give the model more in <size "
      "njmax=\"..\"/>, or more memory in a later version",
      strand.linearised.strand.name);
}

double deepest_of(const PairStep& pair) {
  double deepest = 0;
  for (const ProximityHit& hit : pair.hits) deepest = std::max(deepest, hit.proximity);
  return deepest;
}

double size_of(const SessionPair& pair) { return pair.casting_side.box_S.sizes().norm() / 2; }

}  // namespace

/// The greatest speed of a point of the casting surface relative to the target, at these velocities
/// of both bodies.
double MujocoSession::speed_of(const SessionPair& pair, const Twist& C, const Twist& T) const {
  const Vector3d apart = bodies_.start_pose(pair.casting_collider.body).translation() -
                         bodies_.start_pose(pair.target_collider.body).translation();
  const Vector3d linear = C.linear - T.linear - T.angular.cross(apart);
  const double arm = size_of(pair) + pair.casting_collider.X_BS.translation().norm();
  return linear.norm() + (C.angular - T.angular).norm() * arm;
}

/// The same of a change of the velocities by forces.
double MujocoSession::speed_by(const SessionPair& pair, const Eigen::VectorXd& change) const {
  return speed_of(pair, bodies_.change(pair.casting_collider.body, change),
                  bodies_.change(pair.target_collider.body, change));
}

/// The gap that may close beyond where contact is searched: by forces as in the last step, at least
/// by gravity, and from the start of the step by the bodies' motion too.
double MujocoSession::reach_of(const SessionPair& pair, bool is_led) const {
  const double h = bodies_.time_step();
  const double gravity = Eigen::Map<const Vector3d>(model.opt.gravity).norm();
  const double by_forces = h * h * std::max(speed_by(pair, of_dofs(data.qacc)), gravity);
  if (is_led) return by_forces;
  const Eigen::VectorXd& v = bodies_.led_by();
  return by_forces + h * speed_of(pair, bodies_.twist(pair.casting_collider.body, v),
                                  bodies_.twist(pair.target_collider.body, v));
}

/// Finds and linearises contact where the velocities lead or, if nothing may touch there, at the
/// start. There too if the velocities, which know nothing of contact yet, lead far into or through
/// the other body: what is met there tells nothing of the way.
void MujocoSession::find_hits(PairInStep& in_step) {
  const SessionPair& pair = *in_step.pair;
  const double far = 0.25 * layers(pair);
  const double travel = reach_of(pair, false) - reach_of(pair, true);
  if (travel > far) {
    find_hits(in_step, false);
    const double deepest =
        pair.linearised.deepest_after(bodies_.motion(pair.casting_collider.body, true),
                                      bodies_.motion(pair.target_collider.body, true));
    if (deepest > std::max(far, 2 * deepest_of(pair))) return;
  }
  if (!find_hits(in_step, true)) find_hits(in_step, false);
}

/// Returns whether anything may touch.
bool MujocoSession::find_hits(PairInStep& in_step, bool is_led) {
  SessionPair& pair = *in_step.pair;
  const int casting = pair.casting_collider.body, target = pair.target_collider.body;
  const StepMotion C = bodies_.motion(casting, is_led), T = bodies_.motion(target, is_led);
  pair.X_WC = bodies_.start_pose(casting) * pair.casting_side.X_BS;
  pair.X_WT = bodies_.start_pose(target) * pair.target_side.X_BS;
  if (has_user_function(pair.pair.settings())) {
    condyle_contact contact = {};
    contact.time = time + bodies_.time_step();
    const auto describe_body = [this](const PairSide& side, int body) {
      return describe(side.name, bodies_.start_pose(body),
                      joined(bodies_.twist(body, start_velocity_)));
    };
    contact.casting = describe_body(pair.casting_side, casting);
    contact.target = describe_body(pair.target_side, target);
    pair.pair.set_user_contact(contact);
  }
  in_step.is_led = is_led;
  in_step.found_by = is_led ? bodies_.led_by() : 0 * start_velocity_;
  pair.reach = reach_for(pair, reach_of(pair, is_led), false);
  pair.X_CT_found =
      pair.linearised.place(C, T, is_led ? bodies_.time_step() : 0.0, pair.X_WC, pair.X_WT);
  search_where_found(pair);
  pair.linearised.linearise(pair.pair.evaluator().surfaces(), pair.hits, pair.linearised_reach,
                            pair.bristles_now, pair.pieces);
  pair.linearised.evaluate(C, T, bodies_.time_step(), Linearisation::none, in_step.forces);
  return !pair.linearised.is_empty();
}

void MujocoSession::add_contact(mjContact& contact, const PairInStep& in_step) {
  set_geoms(contact, in_step.target_geom, in_step.casting_geom);
  if (mj_addContact(&model, &data, &contact) == 0) return;
  throw SimulationError(fmt::format(
      "MuJoCo has no room for the contact of '{}' on '{}' ({} rows); give the model more in "
      "<size nconmax=\"..\" njmax=\"..\"/>, or more memory in a later version",
      in_step.pair->casting_side.name, in_step.pair->target_side.name,
      in_step.rows.normal.size() + in_step.rows.friction.size()));
}

/// The casting body is MuJoCo's second one, on which a row's force acts along its frame.
void MujocoSession::add_contacts(PairInStep& in_step) {
  in_step.first_contact = data.ncon;
  for (const NormalRow& row : in_step.rows.normal) {
    mjContact contact = contact_at(row.point, row.gap, 1);
    const auto [first, second] = across(row.push);
    put(row.push, contact.frame);
    put(first, contact.frame + 3);
    put(second, contact.frame + 6);
    add_contact(contact, in_step);
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    mjContact contact = contact_at(row.point, 0, 3);
    const auto [first, second] = across(row.across);
    put(first, contact.frame + 3);
    put(second, contact.frame + 6);
    add_contact(contact, in_step);
  }
}

void MujocoSession::set_rows() {
  try {
    if (!is_forward_) begin_forward();  // no pair is near
    is_forward_ = false;
    add_damping();
    for (std::size_t i = 0; i < count_in_step_; ++i) set_rows(in_step_[i]);
    set_strand_rows();
  } catch (...) {
    fail();
  }
}

/// Adds what damping of joints adds to the inertia in a step of Euler's, so that contact is solved
/// with it: MuJoCo would add it afterwards, and contact would lag behind.
void MujocoSession::add_damping() {
  if (!is_stepping_) {
    if (const double part = damping_over_inertia(model); part > k_most_damping)
      throw SimulationError(fmt::format(
          "Damping of joints is {:.2g} of their inertia in a step, with which contact lags behind "
          "in mj_step(); make steps with Plugin::step(), or damp joints by less",
          part));
    return;
  }
  bool has_any = false;
  for (int dof = 0; dof < model.nv; ++dof) {
    if (model.dof_damping[dof] <= 0) continue;
    inertia_diagonal(model, data, dof) += model.opt.timestep * model.dof_damping[dof];
    has_any = true;
  }
  if (has_any) mj_factorM(&model, &data);
}

/// Sets each row's diagonal and reference so that its convex cost is that of the law:
/// docs/mujoco.md.
void MujocoSession::set_rows(const PairInStep& in_step) {
  const double h = bodies_.time_step();
  const int casting = in_step.pair->casting_collider.body;
  const int target = in_step.pair->target_collider.body;
  const Vector3d p_C = bodies_.start_pose(casting).translation();
  const Vector3d p_T = bodies_.start_pose(target).translation();
  // How much faster a body came to where contact was found than MuJoCo knows it to be now. MuJoCo
  // knows nothing of given velocities.
  const auto beyond = [&](int body) {
    if (bodies_.is_moved(body)) return bodies_.twist(body, in_step.found_by - start_velocity_);
    Twist given = bodies_.given_twist(body);
    if (in_step.is_led) return Twist{};
    return Twist{-given.angular, -given.linear};
  };
  const Twist C = beyond(casting), T = beyond(target);
  const Twist given_C = bodies_.given_twist(casting), given_T = bodies_.given_twist(target);
  int number = in_step.first_contact;
  const auto row_of = [&](const mjContact& contact) {
    if (contact.efc_address >= 0) return contact.efc_address;
    throw SimulationError(
        fmt::format("MuJoCo has made no rows for the contact of '{}' on '{}'; give the model more "
                    "in <size njmax=\"..\"/>, or more memory in a later version",
                    in_step.pair->casting_side.name, in_step.pair->target_side.name));
  };
  for (const NormalRow& row : in_step.rows.normal) {
    const int at = row_of(data.contact[number++]);
    const Vector3d moved = velocity_at(row.point, p_C, C) - velocity_at(row.point, p_T, T);
    const double mass = row.stiffness * h * h;
    data.efc_pos[at] = -1;
    set_row(data, at, mass, row.force / mass + row.push.dot(moved) / h, 0);
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    mjContact& contact = data.contact[number++];
    const int at = row_of(contact);
    const double normal = std::max(k_least_mass, row.limit / k_constant);
    const double tangent = std::max(k_least_mass, row.drag * h + row.holding * h * h);
    const Vector3d given =
        velocity_at(row.point, p_C, given_C) - velocity_at(row.point, p_T, given_T);
    data.efc_pos[at] = data.efc_pos[at + 1] = data.efc_pos[at + 2] = -1;
    set_row(data, at, normal, k_constant, 0);
    // Minus the acceleration at which nothing would hold, at rest.
    Vector3d against = given / h;
    if (row.holding > 0) {
      const Vector3d moved = velocity_at(row.point, p_C, C) - velocity_at(row.point, p_T, T);
      against = row.stretch / (h * h) - moved / h;
    }
    for (int i = 1; i <= 2; ++i) {
      const Eigen::Map<const Vector3d> axis(contact.frame + 3 * i);
      set_row(data, at + i, tangent, -axis.dot(against), row.holding > 0 ? 0 : 1 / h);
    }
    contact.mu = std::sqrt(normal / tangent);
  }
}

/// Strands that do not act leave their tendons' rows without force.
void MujocoSession::set_strand_rows() {
  const double h = bodies_.time_step();
  const Eigen::VectorXd beyond = bodies_.led_by() - start_velocity_;
  for (const auto& [id, tendon] : tendon_of_strand_) {
    const int at = row_of_tendon(data, tendon);
    if (at < 0) throw SimulationError(no_rows_for(strands.at(id)));
    data.efc_pos[at] = -1;
    set_row(data, at, k_least_mass, -k_constant, 0);
  }
  for (const StrandRow& row : strand_rows_) {
    const int at = row_of_tendon(data, row.tendon);
    const double mass = row.stiffness * h * h;
    put_jacobian(model, data, at, row);
    set_row(data, at, mass, row.tension / mass - row.gradient.dot(beyond) / h, 0);
  }
}

/// The wrench of a pair's rows on the casting body's centre of mass at the start of the step.
Wrench MujocoSession::applied_by(const PairInStep& in_step) const {
  const Vector3d p_C = bodies_.start_pose(in_step.pair->casting_collider.body).translation();
  Wrench sum;
  int number = in_step.first_contact;
  for (const NormalRow& row : in_step.rows.normal) {
    const int at = data.contact[number++].efc_address;
    if (at >= 0) add_to(sum, about(p_C, row.point, data.efc_force[at] * row.push));
  }
  for (const FrictionRow& row : in_step.rows.friction) {
    const mjContact& contact = data.contact[number++];
    if (contact.efc_address < 0) continue;
    const mjtNum* const force = data.efc_force + contact.efc_address;
    const auto axis = [&contact](int i) {
      return Eigen::Map<const Vector3d>(contact.frame + 3 * i);
    };
    add_to(sum, about(p_C, row.point, force[1] * axis(1) + force[2] * axis(2)));
  }
  return sum;
}

double MujocoSession::normal_force_of(const PairInStep& in_step) const {
  double sum = 0;
  int number = in_step.first_contact;
  for (const NormalRow& row : in_step.rows.normal)
    if (const int at = data.contact[number++].efc_address; at >= 0)
      sum += data.efc_force[at] * row.push.norm();
  return sum;
}

/// Evaluates all triangles where the solved velocities lead. Returns by how much the rows' wrenches
/// differ from theirs, relative to the largest.
double MujocoSession::evaluate_at_end() {
  const double h = bodies_.time_step();
  bodies_.lead(start_velocity_ + h * of_dofs(data.qacc));
  double largest = 0, most = 0;
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    PairInStep& in_step = in_step_[i];
    SessionPair& pair = *in_step.pair;
    pair.linearised.evaluate(bodies_.motion(pair.casting_collider.body, true),
                             bodies_.motion(pair.target_collider.body, true), h,
                             Linearisation::none, in_step.forces);
    in_step.applied = applied_by(in_step);
    in_step.normal_force = normal_force_of(in_step);
    const Vector6 wanted = in_step.forces.force.head<6>();
    largest = std::max({largest, wanted.tail<3>().norm(), in_step.applied.force.norm()});
    most = std::max({most, (in_step.applied.force - wanted.tail<3>()).norm(),
                     (in_step.applied.moment - wanted.head<3>()).norm() / size_of(pair)});
  }
  for (const StrandRow& row : strand_rows_) {
    evaluate_where_led(*row.strand, bodies_);
    const double tension = row.strand->linearised.result.total_force;
    const int at = row_of_tendon(data, row.tendon);
    largest = std::max(largest, tension);
    most = std::max(most, std::abs(tension - (at < 0 ? 0 : data.efc_force[at])));
  }
  return largest > 0 ? most / largest : 0;
}

/// Whether bodies have become so fast in the step that contact was not searched far enough.
bool MujocoSession::is_beyond_reach() const {
  return std::any_of(in_step_.begin(),
                     in_step_.begin() + static_cast<std::ptrdiff_t>(count_in_step_),
                     [this](const PairInStep& in_step) {
                       const SessionPair& pair = *in_step.pair;
                       const Eigen::VectorXd beyond = bodies_.led_by() - in_step.found_by;
                       return bodies_.time_step() * speed_by(pair, beyond) > pair.reach &&
                              !pair.linearised.touches_at_end();
                     });
}

/// A forward computation of MuJoCo's, from the present guess.
void MujocoSession::forward() {
  is_forward_ = false;
  mj_forward(&model, &data);
  throw_failure();
  if (!start_velocity_.allFinite() || !of_dofs(data.qacc).allFinite())
    throw SimulationError(fmt::format(
        "MuJoCo's accelerations are not finite at {} s; look at the model's warnings", data.time));
  ++passes_;
}

void MujocoSession::step() {
  require_installed();
  open();
  struct Stepping {
    explicit Stepping(MujocoSession& of) : session(of) { session.is_stepping_ = true; }
    ~Stepping() {
      session.is_stepping_ = false;
      session.guess_.resize(0);
    }
    MujocoSession& session;
  } stepping(*this);
  PassGuesses guesses;
  double last = std::numeric_limits<double>::infinity();
  for (;;) {
    count_in_step_ = 0;
    near.clear();
    forward();
    residual_ = evaluate_at_end();
    if (is_beyond_reach()) residual_ = std::max(1.0, residual_);
    const bool gains = residual_ > k_close || residual_ <= last / 2;
    if (residual_ <= k_solved || !gains || passes_ >= k_most_passes) break;
    last = residual_;
    guesses.add(bodies_.led_by(), residual_);
    guess_ = passes_ + 1 < k_most_passes ? guesses.next() : guesses.best();
    mju_copy(data.qacc_warmstart, data.qacc, model.nv);
  }
  integrate();
  update();
}

/// The damping of joints is in the inertia already.
void MujocoSession::integrate() {
  const Eigen::VectorXd damping = of_dofs(model.dof_damping);
  mju_zero(model.dof_damping, model.nv);
  mj_step2(&model, &data);
  mju_copy(model.dof_damping, damping.data(), model.nv);
}

void MujocoSession::update() {
  if (!is_open_) return;
  const double h = bodies_.time_step();
  if (!is_stepping_) residual_ = evaluate_at_end();
  is_open_ = false;
  if (near.empty() && count_in_step_ > 0) count_in_step_ = 0;
  for (std::size_t i = 0; i < count_in_step_; ++i) carry_on(in_step_[i], i);
  for (const StrandRow& row : strand_rows_) {
    condyle::carry_on(row.strand->linearised);
    finish(*row.strand);
    put_report(*row.strand);
  }
  strand_rows_.clear();
  StepCount count;
  count.begin_run();
  for (int i = 0; i < passes_; ++i) count.add_search();
  count.add_passes(passes_);
  count.set_residual(residual_, {});
  count.accept(settings.pass_tolerance);
  tally.add(count, near, {});
  is_at_end_ = true;
  publish(h);
  is_at_end_ = false;
  close(0, h);
  ledger = {};
  look_ahead();
  events.publish();
}

/// Carries a pair to the end of the step.
void MujocoSession::carry_on(PairInStep& in_step, std::size_t index) {
  SessionPair& pair = *in_step.pair;
  const double h = bodies_.time_step();
  pair.impulse << h * in_step.applied.moment, h * in_step.applied.force;
  pair.linearised.keep_bristles(pair.bristles_now);
  const auto mesh_motion = [this](const PairSide& side, int body, const Eigen::VectorXd& v) {
    const Pose X_WB = bodies_.start_pose(body);
    return EvenMotion{X_WB * side.X_BS, X_WB.translation(), bodies_.twist(body, v)};
  };
  const auto path = [&](const Eigen::VectorXd& v) {
    return PairPath{mesh_motion(pair.casting_side, pair.casting_collider.body, v),
                    mesh_motion(pair.target_side, pair.target_collider.body, v), h};
  };
  const Eigen::VectorXd free = start_velocity_ + h * of_dofs(data.qacc_smooth);
  follow_middles(pair, path(bodies_.led_by()));
  if (events.listener) {
    std::vector<TouchEvent> touched;
    follow_touch(pair, index, path(bodies_.led_by()), path(free), time, in_step.applied.force,
                 touched);
    for (const TouchEvent& event : touched) events.add(pair, event);
  }
  if (records_sliding(pair.pair.settings()))
    add_sliding(make_result(pair), pair.pair.casting(), pair.pair.settings().wear_coefficient, h,
                pair.sliding_now);
  finish(pair, h);
}

Wrench MujocoSession::contact_wrench(int body) const {
  Wrench sum;
  const Vector3d p_B = bodies_.start_pose(body).translation();
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    const PairInStep& in_step = in_step_[i];
    const int casting = in_step.pair->casting_collider.body;
    const int target = in_step.pair->target_collider.body;
    if (body != casting && body != target) continue;
    const Vector3d from = bodies_.start_pose(casting).translation() - p_B;
    const double sign = body == casting ? 1 : -1;
    add_to(sum, {sign * (in_step.applied.moment + from.cross(in_step.applied.force)),
                 sign * in_step.applied.force});
  }
  return sum;
}

}  // namespace condyle::mujoco
