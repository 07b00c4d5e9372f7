#include "core/src/solver/group_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/src/solver/body_blocks.h"
#include "core/src/solver/few_bodies.h"

namespace condyle {
namespace {

void add_force(const GroupPair& pair, Eigen::VectorXd& sum) {
  const int index[2] = {pair.casting.body, pair.target.body};
  for (int i = 0; i < 2; ++i)
    if (index[i] >= 0) part_of(sum, index[i]) += part_of(pair.forces.force, i);
}

void add_force(const GroupStrand& strand, Eigen::VectorXd& sum) {
  for (std::size_t i = 0; i < strand.ends.size(); ++i)
    if (strand.ends[i].body >= 0)
      part_of(sum, strand.ends[i].body) += strand.strand->forces.force[i];
}

void add_slope(const GroupPair& pair, BlockMatrix& sum) {
  const int index[2] = {pair.casting.body, pair.target.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] < 0) continue;
    for (int j = 0; j < 2; ++j)
      if (index[j] >= 0)
        sum.block(index[i], index[j]) += pair.forces.slope.block<6, 6>(6 * i, 6 * j);
  }
}

void add_slope(const GroupStrand& strand, BlockMatrix& sum) {
  const std::size_t count = strand.ends.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (strand.ends[i].body < 0) continue;
    for (std::size_t j = 0; j < count; ++j)
      if (strand.ends[j].body >= 0)
        sum.block(strand.ends[i].body, strand.ends[j].body) +=
            strand.strand->forces.slope[i * count + j];
  }
}

bool are_consistent(const Group& group) {
  return std::ranges::all_of(group.pairs,
                             [](const GroupPair& pair) { return pair.forces.is_consistent; });
}

}  // namespace

GroupSolver::GroupSolver(Group& group) : group_(group) {}
GroupSolver::~GroupSolver() = default;

void GroupSolver::begin(double dt) {
  y_.resize(6 * body_count());
  for (int i = 0; i < body_count(); ++i) {
    const GroupBody& body = group_.bodies[i];
    part_of(y_, i) = body.mass_root_inverse * (body.velocity - body.free_velocity);
  }
  begin_at(dt, y_);
}

void GroupSolver::begin_at(double dt, const Eigen::VectorXd& state) {
  const auto size = state.size();
  dt_ = dt;
  matrix_state_ = MatrixState::none;
  begin_again();
  start_scale_ = -1;
  y_ = state;
  for (Eigen::VectorXd* entries : {&force_, &residual_, &solution_, &pass_.y, &pass_.direction})
    entries->resize(size);
  engine_.setZero(size);
  soft_ = nullptr;
  if (group_.soft_part > 0) {
    if (!soft_storage_) soft_storage_ = std::make_unique<SoftDirections>();
    soft_ = soft_storage_.get();
    soft_->begin(group_, solution_);
  }
  move_on();
}

void GroupSolver::begin_again() {
  // An exact matrix stays valid: contact that is found again is near where it was.
  matrix_state_ =
      safe_.is_on || matrix_state_ == MatrixState::none ? MatrixState::none : MatrixState::older;
  safe_ = {};
  pass_.is_made = pass_.is_shortened = false;
  evaluated_at_ = -1;
  is_consistent_ = true;
  poor_passes_ = 0;
  last_residual_ = INFINITY;
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
  ++move_;
  if (soft_ != nullptr) soft_->update(group_, y_, solution_);
  group_.motions.clear();
  for (int i = 0; i < body_count(); ++i) group_.motions.push_back(body_motion(i));
}

void GroupSolver::evaluate_forces(Linearisation linearisation) {
  for (GroupPair& pair : group_.pairs) {
    // If only a few pairs were searched again or held back, the forces of the others are known.
    if (linearisation == Linearisation::none && pair.move == move_) continue;
    pair.contact->evaluate(group_.motion(pair.casting), group_.motion(pair.target), dt_,
                           linearisation, pair.forces);
    pair.move = move_;
  }
  for (const GroupStrand& strand : group_.strands) evaluate_strand(strand, linearisation);
  evaluated_at_ = move_;
  add_up_forces();
}

void GroupSolver::add_up_forces() {
  force_.setZero();
  for (const GroupPair& pair : group_.pairs) add_force(pair, force_);
  for (const GroupStrand& strand : group_.strands) add_force(strand, force_);
  for (int i = 0; i < body_count(); ++i) {
    auto force = part_of(force_, i);
    force = (group_.bodies[i].mass_root * force).eval();
  }
}

void GroupSolver::gather_motions(const GroupStrand& strand) {
  strand_motions_.clear();
  for (const GroupEnd& end : strand.ends) strand_motions_.push_back(&group_.motion(end));
}

void GroupSolver::evaluate_strand(const GroupStrand& strand, Linearisation linearisation) {
  gather_motions(strand);
  evaluate(*strand.strand, strand_motions_, dt_, linearisation);
}

/// Finds the pairs of bodies that act on one another.
void GroupSolver::couple() {
  couplings_.clear();
  const auto add = [this](const GroupEnd& a, const GroupEnd& b) {
    if (a.body < 0 || b.body < 0 || a.body == b.body) return;
    couplings_.emplace_back(std::min(a.body, b.body), std::max(a.body, b.body));
  };
  for (const GroupPair& pair : group_.pairs)
    if (pair.forces.acts) add(pair.casting, pair.target);
  for (const GroupStrand& strand : group_.strands)
    for (std::size_t i = 0; i < strand.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) add(strand.ends[i], strand.ends[j]);
  std::ranges::sort(couplings_);
  couplings_.erase(std::unique(couplings_.begin(), couplings_.end()), couplings_.end());
}

/// Transforms a block of dt^2 K + dt D to mass-root coordinates.
void GroupSolver::scale(int a, int b) {
  const Matrix6& left = group_.bodies[a].mass_root;
  const Matrix6& right = group_.bodies[b].mass_root;
  Matrix6& block = matrix_.block(a, b);
  // The roots couple neither rotation with shift nor the axes of shift with one another.
  block.topRows<3>() = (left.topLeftCorner<3, 3>() * block.topRows<3>()).eval();
  block.bottomRows<3>() = left.diagonal().tail<3>().asDiagonal() * block.bottomRows<3>();
  block.leftCols<3>() = (block.leftCols<3>() * right.topLeftCorner<3, 3>()).eval();
  block.rightCols<3>() = block.rightCols<3>() * right.diagonal().tail<3>().asDiagonal();
}

/// Builds the matrix less 1 from the derivatives just evaluated.
void GroupSolver::assemble() {
  if (soft_ != nullptr && soft_->is_found)
    couple_all();
  else
    couple();
  matrix_.reset(body_count(), couplings_);
  for (const GroupPair& pair : group_.pairs)
    if (pair.forces.acts) add_slope(pair, matrix_);
  for (const GroupStrand& strand : group_.strands) add_slope(strand, matrix_);
  for (const auto& [a, b] : couplings_) {
    scale(a, b);
    scale(b, a);
  }
  for (int i = 0; i < body_count(); ++i) scale(i, i);
}

/// Builds and factors the matrix from the derivatives just evaluated.
void GroupSolver::factor() {
  assemble();
  if (soft_ != nullptr && soft_->is_found) soften_matrix();
  for (int i = 0; i < body_count(); ++i) matrix_.block(i, i).diagonal().array() += 1;
  ++factorings_;
  if (!matrix_.factor() && !safe_.is_on) return make_safe();
  matrix_state_ = MatrixState::derivatives;
}

/// Broyden's update: the matrix nearest to the present one that would have predicted the forces of
/// this pass from those of the last one. Returns false if derivatives are needed instead.
bool GroupSolver::factor_by_secant() {
  solution_ = y_ - pass_.y;
  change_ = residual_ + engine_ - pass_.left;
  if (!matrix_.add_secant(solution_, change_)) return false;
  matrix_state_ = MatrixState::older;
  ++factorings_;
  return true;
}

double GroupSolver::residual() {
  residual_ = y_ - dt_ * force_ - engine_;
  scale_ = std::max({y_.norm(), dt_ * force_.norm(), engine_.norm()});
  imbalance_ = residual_.norm();
  if (start_scale_ < 0) start_scale_ = scale_;
  return scale_ == 0 ? 0.0 : imbalance_ / scale_;
}

double GroupSolver::linearise(double tolerance, double enough) {
  constexpr double k_good_reduction = 0.5;
  constexpr double k_secant_reduction = 0.1;
  constexpr double k_nearer = 0.1;
  constexpr int k_patience = 3;

  tolerance_ = tolerance;
  if (soft_ != nullptr && !soft_->is_found) find_soft_directions();
  const bool has_exact = matrix_state_ != MatrixState::none && !safe_.is_on;
  const Linearisation true_one = safe_.is_on ? Linearisation::safe : Linearisation::exact;
  if (evaluated_at_ != move_ || !has_exact)
    evaluate_forces(has_exact ? Linearisation::none : true_one);
  const double left = residual();
  const bool were_consistent = std::exchange(is_consistent_, are_consistent(group_));
  if (has_exact && is_consistent_ && (left <= tolerance || imbalance_ <= enough)) return left;

  const bool are_guesses = !were_consistent || !is_consistent_;
  const bool is_poor = matrix_state_ == MatrixState::derivatives && !safe_.is_on &&
                       left > k_good_reduction * last_residual_;
  if (safe_.is_on && left <= safe_.exact_below) {
    // The safe matrix must come this far before the next attempt.
    safe_ = {.exact_below = k_nearer * left};
    poor_passes_ = 0;
    evaluate_forces(Linearisation::exact);
    factor();
  } else if (!are_guesses && is_poor && ++poor_passes_ == k_patience) {
    const double exact_below = safe_.exact_below > 0 ? safe_.exact_below : k_nearer * left;
    make_safe();
    safe_.exact_below = exact_below;
  } else if (are_guesses || pass_.is_shortened || !has_exact ||
             left > k_secant_reduction * last_residual_ || (pass_.is_made && !factor_by_secant())) {
    if (has_exact) evaluate_forces(true_one);
    factor();
  }
  last_residual_ = left;
  return is_consistent_ ? left : INFINITY;
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
  assemble();
  copy_matrix(soft_->softness);
  soft_->find(group_, solution_);
  matrix_state_ = MatrixState::none;
  move_on();
}

/// With soft directions no block of the matrix is 0.
void GroupSolver::couple_all() {
  couplings_.clear();
  for (int i = 0; i < body_count(); ++i)
    for (int j = i + 1; j < body_count(); ++j) couplings_.emplace_back(i, j);
}

void GroupSolver::copy_matrix(SoftDirections::Matrix& dense) {
  dense.setZero(y_.size(), y_.size());
  for (int i = 0; i < body_count(); ++i) dense.block<6, 6>(6 * i, 6 * i) = matrix_.block(i, i);
  for (const auto& [a, b] : couplings_) {
    dense.block<6, 6>(6 * a, 6 * b) = matrix_.block(a, b);
    dense.block<6, 6>(6 * b, 6 * a) = matrix_.block(b, a);
  }
}

/// A - 1 becomes (A - 1) (1 - 3/4 F): soft_directions.h. Call before 1 is added.
void GroupSolver::soften_matrix() {
  constexpr double k_share = 0.75;
  copy_matrix(soft_->newton);
  soft_->work.noalias() = soft_->newton * soft_->softness;
  for (int i = 0; i < body_count(); ++i)
    for (int j = 0; j < body_count(); ++j)
      matrix_.block(i, j) -= k_share * soft_->work.block<6, 6>(6 * i, 6 * j);
}

double GroupSolver::added_energy() const {
  double sum = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 mean = 0.5 * (velocity(i) + group_.bodies[i].velocity);
    sum += part_of(y_, i).dot(group_.bodies[i].mass_root_inverse * mean);
  }
  return sum;
}

double GroupSolver::plausible_scale(double wanted) const {
  double motion = 0;
  for (const GroupBody& body : group_.bodies)
    motion = std::max(motion, (body.mass_root_inverse * body.free_velocity).norm());
  return start_scale_ + motion + wanted;
}

bool GroupSolver::is_plausible(double wanted) const {
  constexpr double k_much = 1e3;
  return y_.norm() <= k_much * plausible_scale(wanted);
}

double GroupSolver::gain() const {
  double gain = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 y = part_of(y_, i), engine = part_of(engine_, i);
    const Vector6 mean =
        group_.bodies[i].mass_root_inverse * group_.bodies[i].free_velocity + 0.5 * y;
    gain += (y - engine).dot(mean);
  }
  return gain;
}

bool GroupSolver::is_balanced(double tolerance) const {
  return matrix_state_ != MatrixState::none && imbalance_ <= tolerance * scale_;
}

double GroupSolver::work_of_imbalance() const {
  double work = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 sum = group_.bodies[i].mass_root_inverse *
                        (group_.bodies[i].velocity + group_.bodies[i].free_velocity);
    work += 0.5 * part_of(residual_, i).dot(sum + part_of(y_, i));
  }
  return work;
}

bool GroupSolver::gains_by_imbalance(double whole_step, double wanted) const {
  constexpr double k_part = 0.01;
  double start = 0, by_forces = 0;
  for (const GroupBody& body : group_.bodies) {
    const Vector6 v_start = body.mass_root_inverse * body.velocity;
    const Vector6 v_free = body.mass_root_inverse * body.free_velocity;
    start += 0.5 * v_start.squaredNorm();
    by_forces += 0.5 * (whole_step / dt_ * (v_free - v_start)).squaredNorm();
  }
  return work_of_imbalance() >
         k_part * (start + by_forces + 0.5 * (wanted * wanted + engine_energy()));
}

int GroupSolver::least_balanced_body() const {
  int body = -1;
  double most = -1;
  for (int i = 0; i < body_count(); ++i) {
    const double left = part_of(residual_, i).squaredNorm();
    if (!(left > most)) continue;
    most = left;
    body = i;
  }
  return body;
}

void GroupSolver::resume() { last_residual_ = INFINITY; }

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
  const double part = rows_hold && is_consistent_ && slope < 0 ? search_line(slope) : 1;
  if (part < 1) engine_ = pass_.engine + part * (engine_ - pass_.engine);
  if (evaluated_at_ == move_ && soft_ == nullptr) iterate_few();
  return part;
}

/// Makes passes of the few bodies that are far from balance, if they are few among many.
void GroupSolver::iterate_few() {
  constexpr int k_most_rounds = 3;
  // The engine's impulses would have to be found together with those of the few.
  if (body_count() < FewBodies::k_least_bodies || safe_.is_on || !group_.strands.empty() ||
      !engine_.isZero(0))
    return;
  if (!few_) few_ = std::make_unique<FewBodies>();
  for (int round = 0; round < k_most_rounds; ++round) {
    const double wanted = tolerance_ * scale_, before = imbalance_;
    if (!are_consistent(group_) || before <= wanted || !few_->choose(group_, residual_)) return;
    const bool balanced = few_->balance(group_, dt_, y_, residual_, before, wanted);
    few_->give_back(balanced, dt_, group_, y_);
    add_up_forces();
    residual();
    if (!balanced || imbalance_ > FewBodies::k_worth * before) return;
  }
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

void GroupSolver::response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                           std::vector<BodyChange>& changes) {
  const EliminationOrder& order = matrix_.order();
  const int part_a = body_a >= 0 ? order.part_of(body_a) : -1;
  const int part_b = body_b >= 0 ? order.part_of(body_b) : -1;
  const auto first = static_cast<std::ptrdiff_t>(changes.size());
  const auto enter = [&](int part) {
    for (const int body : order.blocks(part)) {
      part_of(solution_, body).setZero();
      changes.emplace_back().body = body;
    }
  };
  if (part_a >= 0) enter(part_a);
  if (part_b >= 0 && part_b != part_a) enter(part_b);
  const auto push = [&](int body, const Vector6& J) {
    if (body >= 0) part_of(solution_, body) += group_.bodies[body].mass_root * J;
  };
  push(body_a, J_a);
  push(body_b, J_b);
  if (part_a >= 0) matrix_.solve_part(part_a, solution_);
  if (part_b >= 0 && part_b != part_a) matrix_.solve_part(part_b, solution_);
  std::sort(changes.begin() + first, changes.end(),
            [](const BodyChange& a, const BodyChange& b) { return a.body < b.body; });
  for (auto change = changes.begin() + first; change != changes.end(); ++change)
    change->velocity.noalias() =
        group_.bodies[change->body].mass_root * part_of(solution_, change->body);
}

void GroupSolver::set_engine_impulse(const Eigen::VectorXd& impulse) {
  residual_ = engine_;  // reused for minus the change of impulse
  for (int i = 0; i < body_count(); ++i) {
    part_of(engine_, i).noalias() = group_.bodies[i].mass_root * part_of(impulse, i);
  }
  residual_ -= engine_;
  imbalance_ += residual_.norm();
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
  matrix_.reset(body_count(), {});
  for (int i = 0; i < body_count(); ++i) matrix_.block(i, i).setIdentity();
  matrix_.factor();
  matrix_state_ = MatrixState::older;
  ++factorings_;
  y_ = dt * force_;
  move_on();
}

}  // namespace condyle
