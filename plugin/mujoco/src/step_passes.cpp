#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

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

/// Halves a model's time step, for its lifetime. At its end mocap bodies are again where the user
/// has put them.
class HalfSteps {
 public:
  HalfSteps(mjModel& model, mjData& data)
      : model_(model),
        data_(data),
        whole_(model.opt.timestep),
        positions_(data.mocap_pos, data.mocap_pos + 3 * model.nmocap),
        quaternions_(data.mocap_quat, data.mocap_quat + 4 * model.nmocap) {
    model.opt.timestep /= 2;
  }
  ~HalfSteps() {
    model_.opt.timestep = whole_;
    std::ranges::copy(positions_, data_.mocap_pos);
    std::ranges::copy(quaternions_, data_.mocap_quat);
  }
  HalfSteps(const HalfSteps&) = delete;
  HalfSteps& operator=(const HalfSteps&) = delete;

 private:
  mjModel& model_;
  mjData& data_;
  double whole_;
  std::vector<mjtNum> positions_, quaternions_;
};

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
  for (const StrandRow& row : strand_rows_) {
    evaluate_where_led(*row.strand, bodies_);
    const double tension = row.strand->linearised.result.total_force;
    const int at = has_rows ? row_of_tendon(data, row.tendon) : -1;
    largest = std::max(largest, tension);
    if (has_rows) most = std::max(most, std::abs(tension - (at < 0 ? 0 : data.efc_force[at])));
  }
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
  warned_ = count_warnings(data);
  mj_forward(&model, &data);
  throw_failure();
  require_no_warning(model, data, warned_);
  const auto is_good = [](const auto& values) {  // as MuJoCo's own steps ask
    return values.allFinite() && (values.array().abs() <= mjMAXVAL).all();
  };
  if (!is_good(start_velocity_) || !is_good(of_dofs(data.qacc)))
    throw SimulationError(
        fmt::format("At {:g} s: MuJoCo's velocities or accelerations are not finite, or beyond "
                    "{:g}; look for the force that drives them there, or make shorter steps",
                    data.time, static_cast<double>(mjMAXVAL)));
  ++passes_;
}

/// Makes a pass from the present guess, and finds how far it is from balance.
void MujocoSession::solve_once() {
  count_in_step_ = 0;
  near.clear();
  forward();
  residual_ = evaluate_at_end(true);
}

/// Makes passes until forces are in balance.
void MujocoSession::make_passes() {
  PassGuesses guesses;
  double last = std::numeric_limits<double>::infinity();
  bool searches_farther = false;
  for (int most = k_most_passes;;) {
    solve_once();
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
    if (guesses.is_stuck()) most = passes_ + 1;
    go_on(guesses, passes_ + 1 == most);
  }
}

/// Sets the guess of the next pass; that of the best one for the last.
void MujocoSession::go_on(const PassGuesses& guesses, bool is_last) {
  guess_ = is_last ? guesses.best() : guesses.next();
  for (std::size_t i = 0; i < count_in_step_; ++i) {
    PairInStep& in_step = in_step_[i];
    if (guesses.last_is_best()) in_step.best_rubs_by = in_step.rubs_by;
    if (is_last) in_step.normal_force = in_step.best_rubs_by;
  }
  mju_copy(data.qacc_warmstart, data.qacc, int_of(model.nv));
}

void MujocoSession::step() {
  require_installed();
  struct Stepping {
    explicit Stepping(MujocoSession& of) : session(of) { session.is_stepping_ = true; }
    ~Stepping() {
      session.is_stepping_ = false;
      session.is_last_part_ = true;
      session.guess_.resize(0);
    }
    MujocoSession& session;
  } stepping(*this);
  end_last_step();
  begin_count();
  make_step(most_divisions(), true);
}

/// How often a step may be halved. Other data that share the model would see its time step change.
int MujocoSession::most_divisions() const {
  constexpr int k_most = 2;
  const int allowed =
      static_cast<int>(std::bit_width(static_cast<unsigned>(settings.max_substeps)));
  return is_shared(model) ? 0 : std::min(k_most, allowed - 1);
}

/// Makes a step or a part of one. Where passes find no balance, it is made anew in two halves.
void MujocoSession::make_step(int divisions, bool is_last) {
  open();
  make_passes();
  if (divisions > 0 && residual_ > k_unbalanced && unsolved_ <= k_unbalanced) {
    count_passes();
    count_.begin_again();
    make_halves(divisions - 1, is_last);
    return look_ahead();  // of a whole step
  }
  constexpr int k_trials = 4;
  for (int trial = 1; trial <= k_trials && hold_back(trial == k_trials); ++trial) solve_once();
  is_last_part_ = is_last;
  integrate();
  update();
}

void MujocoSession::make_halves(int divisions, bool is_last) {
  const HalfSteps half(model, data);
  for (const bool is_second : {false, true}) {
    is_open_ = false;
    guess_.resize(0);
    if (is_second) bodies_.move_given(model.opt.timestep, data);
    make_step(divisions, is_second && is_last);
  }
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
