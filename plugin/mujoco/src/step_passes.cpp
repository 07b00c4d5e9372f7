#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "plugin/mujoco/src/engine_warnings.h"
#include "plugin/mujoco/src/mujoco_session.h"
#include "plugin/mujoco/src/mujoco_version.h"
#include "plugin/mujoco/src/pass_guesses.h"

namespace condyle::mujoco {
namespace {

/// Passes of a step at most: where friction changes between sticking and slipping, each later one
/// gains little.
constexpr int k_most_passes = 16;
/// Residual at which passes end, relative to the largest force of a pair in the step.
constexpr double k_solved = 1e-6;
/// Residual below which passes go on only while each halves it: few rows stand for the friction of
/// many triangles that slip in different directions.
constexpr double k_close = 1e-4;

/// Halves a model's time step, for its lifetime. One that the user's functions set in the meantime
/// counts from its end on.
class HalfSteps {
 public:
  explicit HalfSteps(mjModel& model)
      : model_(model), half_(model.opt.timestep / 2), then_(model.opt.timestep) {
    model.opt.timestep = half_;
  }
  ~HalfSteps() {
    renew();
    model_.opt.timestep = then_;
  }
  /// Call between the halves.
  void renew() {
    if (model_.opt.timestep != half_) then_ = model_.opt.timestep;
    model_.opt.timestep = half_;
  }
  HalfSteps(const HalfSteps&) = delete;
  HalfSteps& operator=(const HalfSteps&) = delete;

 private:
  mjModel& model_;
  double half_, then_;
};

/// Moves mocap bodies on at the velocities given to them, for a time [s], and at its end back to
/// where the user has put them. Those that the user's functions put elsewhere in the meantime stay
/// there.
class MovedMocaps {
 public:
  MovedMocaps(const mjModel& model, mjData& data, const StepBodies& bodies, double time)
      : data_(data), count_(int_of(model.nmocap)), before_(poses()) {
    bodies.move_given(time, data);
    after_ = poses();
  }
  ~MovedMocaps() {
    constexpr double k_rounding = 1e-12;  // of quaternions, which MuJoCo rounds anew
    const Poses now = poses();
    for (int i = 0; i < count_; ++i) {
      if ((now.col(i) - after_.col(i)).norm() > k_rounding) continue;
      mju_copy3(data_.mocap_pos + 3 * i, before_.col(i).data());
      mju_copy4(data_.mocap_quat + 4 * i, before_.col(i).data() + 3);
    }
  }
  MovedMocaps(const MovedMocaps&) = delete;
  MovedMocaps& operator=(const MovedMocaps&) = delete;

 private:
  using Poses = Eigen::Matrix<double, 7, Eigen::Dynamic>;  ///< a column each
  Poses poses() const {
    Poses all(7, count_);
    if (count_ == 0) return all;  // the pointers are null
    all.topRows<3>() = Eigen::Map<const Eigen::Matrix3Xd>(data_.mocap_pos, 3, count_);
    all.bottomRows<4>() = Eigen::Map<const Eigen::Matrix4Xd>(data_.mocap_quat, 4, count_);
    return all;
  }

  mjData& data_;
  int count_;
  Poses before_, after_;
};

/// As MuJoCo's own steps ask.
template <class Values>
bool are_good(const Values& values) {
  return values.allFinite() && (values.array().abs() <= mjMAXVAL).all();
}

}  // namespace

/// The largest force by which MuJoCo's solution misses the balance of a body in contact [N].
double MujocoSession::missed_by_solver() const {
  constexpr double k_rounding = 1e-9;  // of a body's speed
  const double h = bodies_.time_step();
  Eigen::VectorXd missed(model.nv), change(model.nv);
  mj_mulM(&model, &data, missed.data(), data.qacc);
  missed -= of_dofs(data.qfrc_smooth) + of_dofs(data.qfrc_constraint);
  mj_solveM(&model, &data, change.data(), missed.data(), 1);
  change *= h;
  double most = 0;
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    const SessionPair& pair = *in_step_[i].pair;
    for (const int body : {pair.casting_collider.body, pair.target_collider.body}) {
      if (!is_moved(body)) continue;
      const double speed = bodies_.change(body, start_velocity_).linear.norm() +
                           bodies_.change(body, bodies_.led_by()).linear.norm();
      const double beyond = bodies_.change(body, change).linear.norm();
      if (beyond > k_rounding * speed) most = std::max(most, model.body_mass[body] * beyond / h);
    }
  }
  return most;
}

/// Evaluates strands where the solved velocities lead. Returns the largest force on a body by which
/// they pull otherwise than their rows, by their tension or by their direction, and the largest
/// tension [N].
MujocoSession::StrandsMissed MujocoSession::evaluate_strands(bool has_rows) {
  StrandsMissed all;
  if (strand_rows_.empty()) return all;
  Eigen::VectorXd missed = Eigen::VectorXd::Zero(model.nv), change(model.nv);
  for (const StrandRow& row : strand_rows_) {
    evaluate_where_led(*row.strand, bodies_);
    if (!has_rows) continue;
    StrandRow at_end = row;
    find_row(bodies_, at_end);
    const double tension = row.strand->linearised.result.total_force;
    const int at = row_of_tendon(data, row.tendon);
    const double applied = row.is_pushed ? std::max(0.0, row.tension) : data.efc_force[at];
    all.largest = std::max({all.largest, tension, applied});
    all.missed = std::max(all.missed, std::abs(tension - applied));
    missed += tension * at_end.gradient - applied * row.gradient;
  }
  if (!has_rows) return all;
  mj_solveM(&model, &data, change.data(), missed.data(), 1);
  for (const StrandRow& row : strand_rows_)
    for (const int body : row.strand->bodies)
      if (is_moved(body))
        all.missed = std::max(all.missed,
                              model.body_mass[body] * bodies_.change(body, change).linear.norm());
  return all;
}

/// Evaluates all triangles where the solved velocities lead. Returns by how much the rows' wrenches
/// differ from theirs, or forces from balance, relative to the largest; 0 where MuJoCo has no rows
/// any more.
double MujocoSession::evaluate_at_end(bool has_rows) {
  const double h = bodies_.time_step();
  bodies_.lead(start_velocity_ + h * of_dofs(data.qacc));
  double largest = 0, most = 0;
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    PairInStep& in_step = in_step_[i];
    SessionPair& pair = *in_step.pair;
    pair.linearised.evaluate(bodies_.motion(pair.casting_collider.body, true),
                             bodies_.motion(pair.target_collider.body, true), h,
                             Linearisation::none, in_step.forces);
    const Vector6 wanted = in_step.forces.force.head<6>();
    in_step.applied = {wanted.head<3>(), wanted.tail<3>()};
    if (has_rows) in_step.applied = applied_by(in_step);
    if (has_rows) in_step.normal_force = normal_force_of(in_step);
    largest = std::max({largest, wanted.tail<3>().norm(), in_step.applied.force.norm()});
    most = std::max({most, (in_step.applied.force - wanted.tail<3>()).norm(),
                     (in_step.applied.moment - wanted.head<3>()).norm() / size_of(pair)});
  }
  const StrandsMissed by_strands = evaluate_strands(has_rows);
  largest = std::max(largest, by_strands.largest);
  most = std::max(most, by_strands.missed);
  const double missed = has_rows ? missed_by_solver() : 0;
  most = std::max(most, missed);
  largest = std::max(largest, missed);
  unsolved_ = missed > 0 ? missed / largest : 0;
  error_ = most;
  return largest > 0 ? most / largest : 0;
}

/// A forward computation of MuJoCo's, from the present guess.
void MujocoSession::forward() {
  is_forward_ = false;
  are_rows_set_ = false;
  warned_ = count_warnings(data);
  mj_forward(&model, &data);
  throw_failure();
  require_rows_set();
  require_no_warning(model, data, warned_);
  ++passes_;
  if (!are_good(start_velocity_)) refuse_motion();
}

void MujocoSession::refuse_motion() const {
  throw SimulationError(
      fmt::format("At {:g} s: MuJoCo's velocities or accelerations are not finite, or beyond "
                  "{:g}; look for the force that drives them there, or make shorter steps",
                  data.time, static_cast<double>(mjMAXVAL)));
}

/// Makes a pass from the present guess, and finds how far it is from balance: infinitely, where
/// accelerations are beyond bounds, of which the next pass must know nothing.
void MujocoSession::solve_once() {
  const Eigen::VectorXd before = of_dofs(data.qacc);
  count_in_step_ = 0;
  near.clear();
  forward();
  unsolved_ = 0;
  if (are_good(of_dofs(data.qacc))) {
    residual_ = evaluate_at_end(true);
  } else {
    residual_ = std::numeric_limits<double>::infinity();
    mju_copy(data.qacc, before.data(), int_of(model.nv));
    mju_zero(data.qacc_warmstart, int_of(model.nv));
  }
}

/// Makes passes until forces are in balance.
void MujocoSession::make_passes(int divided) {
  PassGuesses guesses;
  double last = std::numeric_limits<double>::infinity();
  bool searches_farther = false;
  for (int most = k_most_passes;;) {
    solve_once();
    if (!std::isfinite(residual_)) {
      if (guesses.is_empty() || passes_ >= most) return;
      most = passes_ + 1;
      go_on(guesses, true);
      continue;
    }
    const bool is_beyond = is_beyond_reach();
    if (is_beyond) {
      residual_ = std::max(1.0, residual_);
      error_ = std::numeric_limits<double>::infinity();
    }
    const bool is_solved = unsolved_ <= k_close || friction_offset_ == k_near_offset;
    if (!is_solved) friction_offset_ = k_near_offset;
    if (!is_solved && passes_ < most) continue;
    // Forces are known now, and with them how far to search from the same place.
    searches_farther = is_beyond && !searches_farther;
    if (searches_farther && passes_ < most) continue;
    const bool gains = residual_ > k_close || residual_ <= last / 2;
    if (residual_ <= k_solved || !gains || passes_ >= most) return;
    last = residual_;
    guesses.add(guess_, bodies_.led_by(), error_, residual_);
    if (guesses.is_stuck(may_divide(divided) && unsolved_ <= k_unbalanced)) most = passes_ + 1;
    go_on(guesses, passes_ + 1 == most);
  }
}

/// Sets the guess of the next pass; that of the best one for the last.
void MujocoSession::go_on(const PassGuesses& guesses, bool is_last) {
  const bool is_good = std::isfinite(residual_);
  guess_ = is_last ? guesses.best() : guesses.next();
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    PairInStep& in_step = in_step_[i];
    if (is_good && guesses.last_is_best()) in_step.best_rubs_by = in_step.rubs_by;
    if (is_last) in_step.normal_force = in_step.best_rubs_by;
  }
  if (is_good) mju_copy(data.qacc_warmstart, data.qacc, int_of(model.nv));
}

/// Makes a step, or changes nothing.
void MujocoSession::step() {
  struct Stepping {
    explicit Stepping(MujocoSession& of) : session(of) { session.is_stepping_ = true; }
    ~Stepping() {
      session.is_stepping_ = false;
      session.guess_.resize(0);
    }
    MujocoSession& session;
  };
  if (!(model.opt.timestep > 0) || !std::isfinite(model.opt.timestep))
    throw InputError(fmt::format("The model's time step is {:g} s; make it finite and above 0",
                                 model.opt.timestep));
  end_last_step();
  save_model(before_);
  try {
    const Stepping stepping(*this);
    begin_count();
    make_step(0, true);
  } catch (...) {
    failure_ = nullptr;
    is_open_ = is_forward_ = false;
    if (is_of(before_, *this))
      restore_model(before_);  // else functions of the user's registered more
    throw;
  }
  events.publish();
}

/// Whether a step, or a part of one that has been halved so often, may be halved. Other data that
/// share the model would see its time step change.
bool MujocoSession::may_divide(int divided) const {
  constexpr int k_most = 2;
  return divided < k_most && 2 << divided <= settings.max_substeps && !is_shared(model);
}

/// Makes a step, or a part of one that has been halved so often. Where passes find no balance, it
/// is made anew in two halves; not for what MuJoCo's solver leaves, which would be left again.
void MujocoSession::make_step(int divided, bool ends_step) {
  const Eigen::VectorXd acceleration = of_dofs(data.qacc), warm = of_dofs(data.qacc_warmstart);
  open();
  make_passes(divided);
  if (may_divide(divided) && residual_ > k_unbalanced && unsolved_ <= k_unbalanced) {
    count_passes();
    count_.begin_again();
    mju_copy(data.qacc, acceleration.data(), int_of(model.nv));
    mju_copy(data.qacc_warmstart, warm.data(), int_of(model.nv));
    make_halves(divided + 1, ends_step);
    return look_ahead();  // as far as a step of this length goes
  }
  constexpr int k_trials = 4;
  for (int trial = 1; trial <= k_trials && std::isfinite(residual_); ++trial) {
    if (!hold_back(trial == k_trials)) break;
    solve_once();
  }
  if (!std::isfinite(residual_)) refuse_motion();
  integrate();
  end_step(true, ends_step);
}

void MujocoSession::make_halves(int divided, bool ends_step) {
  const auto make_half = [&](bool is_second) {
    is_open_ = false;
    guess_.resize(0);
    make_step(divided, is_second && ends_step);
  };
  HalfSteps half(model);
  const double start = data.time;
  make_half(false);
  half.renew();
  const MovedMocaps moved(model, data, bodies_, data.time - start);
  make_half(true);
}

/// The damping of joints is in the inertia already: Euler's step reads a copy of the model without
/// it. The model itself stays, which other data may share.
void MujocoSession::integrate() {
  if ((model.opt.enableflags & mjENBL_FWDINV) != 0) mj_compareFwdInv(&model, &data);
  Eigen::VectorXd none = Eigen::VectorXd::Zero(model.nv);
  mjModel undamped = model;
  undamped.dof_damping = none.data();
  mj_Euler(&undamped, &data);
}

}  // namespace condyle::mujoco
