#include "core/src/solver/group_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/src/solver/body_blocks.h"

namespace condyle {

void GroupSolver::begin(double dt) {
  const Eigen::Index size = Eigen::Index{6} * group_.body_count();
  dt_ = dt;
  matrix_state_ = MatrixState::none;
  begin_again();
  norms_.scale_at_start = -1;
  for (Eigen::VectorXd* v : {&y_, &residual_, &step_, &change_, &pass_.y, &pass_.direction})
    v->resize(size);
  for (int i = 0; i < group_.body_count(); ++i) {
    const GroupBody& body = group_.bodies[i];
    part_of(y_, i) = body.mass_root_inverse * (body.velocity - body.free_velocity);
  }
  engine_.setZero(size);
  soft_ = nullptr;
  if (group_.soft_part > 0) {
    if (!soft_storage_) soft_storage_ = std::make_unique<SoftDirections>();
    soft_ = soft_storage_.get();
    soft_->begin(group_, step_);
  }
  move_on();
}

void GroupSolver::begin_again() {
  // An exact matrix stays valid: contact that is found again is near where it was.
  matrix_state_ =
      safe_.is_on || matrix_state_ == MatrixState::none ? MatrixState::none : MatrixState::older;
  safe_ = {};
  pass_.is_made = pass_.is_shortened = false;
  pass_.residual_before = INFINITY;
  forces_.forget();
  norms_.are_consistent = true;
}

Vector6 GroupSolver::velocity(int i) const {
  const GroupBody& body = group_.bodies[i];
  return body.free_velocity + body.mass_root * part_of(y_, i);
}

StepMotion GroupSolver::body_motion(int i) const {
  const GroupBody& body = group_.bodies[i];
  const Vector6 u = velocity(i);
  StepMotion motion;
  motion.p_W = body.p_W;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  motion.shift = dt_ * u.tail<3>();
  motion.rotation = rotation_by(dt_ * u.head<3>());
  motion.inverse_mass = body.inverse_mass;
  motion.has_moved_arms = body.is_held;
  if (soft_ == nullptr) return motion;
  const Vector6 lag = this->lag(i), to_end = soft_->displacement_to_end(group_, i, dt_);
  motion.lag = {lag.head<3>(), lag.tail<3>()};
  motion.to_end = {to_end.head<3>(), to_end.tail<3>()};
  const Vector6 moved = dt_ * (u - lag) - to_end;
  motion.shift = moved.tail<3>();
  motion.rotation = rotation_by(moved.head<3>());
  return motion;
}

Vector6 GroupSolver::lag(int i) const {
  return soft_ == nullptr ? Vector6(Vector6::Zero()) : soft_->lag(group_, i);
}

/// Call whenever y_ has changed.
void GroupSolver::move_on() {
  forces_.move_on();
  if (soft_ != nullptr) soft_->update(group_, y_, step_);
  group_.motions.clear();
  for (int i = 0; i < group_.body_count(); ++i) group_.motions.push_back(body_motion(i));
}

/// Builds and factors the matrix from the derivatives just evaluated.
void GroupSolver::factor() {
  matrix_.assemble(soft_);
  if (!matrix_.factor() && !safe_.is_on) return make_safe();
  matrix_state_ = MatrixState::derivatives;
}

/// Updates the matrix from the forces of this pass and of the last one. Returns false if
/// derivatives are needed instead.
bool GroupSolver::factor_by_secant() {
  step_ = y_ - pass_.y;
  change_ = residual_ + engine_ - pass_.left;
  if (!matrix_.add_secant(step_, change_)) return false;
  matrix_state_ = MatrixState::older;
  return true;
}

double GroupSolver::residual() {
  const Eigen::VectorXd& force = forces_.sum();
  residual_ = y_ - dt_ * force - engine_;
  norms_.scale = std::max({y_.norm(), dt_ * force.norm(), engine_.norm()});
  norms_.residual = residual_.norm();
  if (norms_.scale_at_start < 0) norms_.scale_at_start = norms_.scale;
  return norms_.scale == 0 ? 0.0 : norms_.residual / norms_.scale;
}

double GroupSolver::linearise(double tolerance) {
  constexpr double k_little_reduction = 0.9;
  constexpr double k_secant_reduction = 0.1;
  constexpr double k_nearer = 0.1;
  constexpr int k_patience = 6;

  if (soft_ != nullptr && !soft_->is_found) find_soft_directions();
  const bool has_exact = matrix_state_ != MatrixState::none && !safe_.is_on;
  const Linearisation true_one = safe_.is_on ? Linearisation::safe : Linearisation::exact;
  if (!forces_.are_known() || !has_exact)
    evaluate_forces(has_exact ? Linearisation::none : true_one);
  const double left = residual();
  const bool were_consistent = std::exchange(norms_.are_consistent, forces_.are_consistent());
  if (has_exact && norms_.are_consistent && left <= tolerance) return left;

  const bool are_guesses = !were_consistent || !norms_.are_consistent;
  const bool is_poor = matrix_state_ == MatrixState::derivatives && !safe_.is_on &&
                       left > k_little_reduction * pass_.residual_before;
  if (safe_.is_on && left <= safe_.exact_below) {
    // The safe matrix must come this far before the next attempt.
    safe_ = {.exact_below = k_nearer * left};
    evaluate_forces(Linearisation::exact);
    factor();
  } else if (!are_guesses && is_poor && ++safe_.poor_passes == k_patience) {
    const double exact_below = safe_.exact_below > 0 ? safe_.exact_below : k_nearer * left;
    make_safe();
    safe_.exact_below = exact_below;
  } else if (are_guesses || pass_.is_shortened || !has_exact ||
             left > k_secant_reduction * pass_.residual_before ||
             (pass_.is_made && !factor_by_secant())) {
    if (has_exact) evaluate_forces(true_one);
    factor();
  }
  pass_.residual_before = left;
  return norms_.are_consistent ? left : INFINITY;
}

void GroupSolver::make_safe() {
  safe_ = {.is_on = true};
  evaluate_forces(Linearisation::safe);
  residual();
  factor();
}

/// Finds the soft directions at the first evaluation of a (sub-)step.
void GroupSolver::find_soft_directions() {
  evaluate_forces(Linearisation::safe);
  matrix_.assemble(soft_);
  matrix_.copy_to(soft_->softness);
  soft_->find(group_, step_);
  matrix_state_ = MatrixState::none;
  move_on();
}

double GroupSolver::plausible_scale(double wanted) const {
  double motion = 0;
  for (const GroupBody& body : group_.bodies)
    motion = std::max(motion, (body.mass_root_inverse * body.free_velocity).norm());
  return norms_.scale_at_start + motion + wanted;
}

bool GroupSolver::is_plausible(double wanted) const {
  constexpr double k_much = 1e3;
  return y_.norm() <= k_much * plausible_scale(wanted);
}

bool GroupSolver::is_balanced(double tolerance) const {
  return matrix_state_ != MatrixState::none && norms_.residual <= tolerance * norms_.scale;
}

void GroupSolver::resume() { pass_.residual_before = INFINITY; }

void GroupSolver::advance() {
  constexpr double k_enough = 1e-3;  // relative error of a pass, since several follow
  pass_.y = y_;
  pass_.left = residual_ + engine_;
  pass_.is_made = true;
  pass_.direction = residual_;
  matrix_.solve(pass_.direction, k_enough);
  pass_.direction *= -1;
  pass_.engine = engine_;
  pass_.is_shortened = false;
  y_ += pass_.direction;
  move_on();
}

double GroupSolver::end_pass(bool rows_hold) {
  // Between velocities that satisfy the engine's rows, their impulses do no work.
  const double slope = pass_.left.dot(pass_.direction);
  const double part = rows_hold && norms_.are_consistent && slope < 0 ? search_line(slope) : 1;
  if (part < 1) engine_ = pass_.engine + part * (engine_ - pass_.engine);
  return part;
}

/// Shortens a pass that overshoots, for example because triangles come into contact that the matrix
/// does not contain. Without friction a group minimises a convex function, so its slope along the
/// pass rises through 0 at the best point (Nocedal & Wright 2006, section 3.1). Returns the part.
double GroupSolver::search_line(double start_slope) {
  constexpr double k_flat = 0.5;
  constexpr int k_most_trials = 20;
  double low = 0, high = 1, low_slope = start_slope, part = 1;
  for (int trial = 0; trial < k_most_trials; ++trial) {
    evaluate_forces(Linearisation::none);
    residual();
    const double slope = (residual_ + engine_).dot(pass_.direction);
    if (slope <= -k_flat * start_slope && (part == 1 || slope >= k_flat * start_slope)) break;
    pass_.is_shortened = true;
    if (slope < 0) {
      low = part;
      low_slope = slope;
      part = 0.5 * (low + high);
    } else {
      high = part;
      part = low + (high - low) * std::clamp(low_slope / (low_slope - slope), 0.1, 0.5);
    }
    y_ = pass_.y + part * pass_.direction;
    move_on();
  }
  return part;
}

void GroupSolver::set_engine_impulse(const Eigen::VectorXd& impulse) {
  residual_ = engine_;  // reused for minus the change of impulse
  for (int i = 0; i < group_.body_count(); ++i) {
    part_of(engine_, i).noalias() = group_.bodies[i].mass_root * part_of(impulse, i);
  }
  residual_ -= engine_;
  norms_.residual += residual_.norm();
  if (matrix_state_ == MatrixState::none || residual_.isZero(0)) return;
  matrix_.solve(residual_);
  y_ -= residual_;
  pass_.direction -= residual_;
  move_on();
}

Vector6 GroupSolver::engine_impulse(int i) const {
  return group_.bodies[i].mass_root_inverse * part_of(engine_, i);
}

void GroupSolver::apply_explicitly(double dt) {
  begin(0);
  evaluate_forces(Linearisation::none);
  safe_.is_on = true;
  matrix_.set_identity();
  matrix_state_ = MatrixState::older;
  y_ = dt * forces_.sum();
  move_on();
}

}  // namespace condyle
