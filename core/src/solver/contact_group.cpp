#include "core/src/solver/contact_group.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/src/solver/body_blocks.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Sets the roots of a symmetric positive semi-definite matrix and of its pseudo-inverse.
void set_root(const Matrix3d& m, Matrix6& root, Matrix6& inverse) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(m);
  const double smallest = 1e-12 * eigen.eigenvalues().cwiseAbs().maxCoeff();
  Vector3d roots, inverses;
  for (int i = 0; i < 3; ++i) {
    const double value = eigen.eigenvalues()[i];
    roots[i] = value > smallest ? std::sqrt(value) : 0.0;
    inverses[i] = roots[i] > 0 ? 1 / roots[i] : 0.0;
  }
  const Matrix3d& axes = eigen.eigenvectors();
  root.topLeftCorner<3, 3>() = axes * roots.asDiagonal() * axes.transpose();
  inverse.topLeftCorner<3, 3>() = axes * inverses.asDiagonal() * axes.transpose();
}

}  // namespace

void set_mass(GroupBody& body, const Vector3d& inverse_mass, const Matrix3d& inverse_inertia_W) {
  body.mass_root.setZero();
  body.mass_root_inverse.setZero();
  set_root(inverse_inertia_W, body.mass_root, body.mass_root_inverse);
  for (int i = 0; i < 3; ++i) {
    const double root = std::sqrt(inverse_mass[i]);
    body.mass_root(3 + i, 3 + i) = root;
    body.mass_root_inverse(3 + i, 3 + i) = root > 0 ? 1 / root : 0.0;
  }
  body.inverse_mass = inverse_mass.maxCoeff();
}

void ContactGroup::begin(double dt) {
  const auto size = static_cast<Eigen::Index>(6 * bodies.size());
  dt_ = dt;
  factored_ = false;
  begin_again();
  start_scale_ = -1;
  y_.resize(size);
  force_.resize(size);
  residual_.resize(size);
  solution_.resize(size);
  last_y_.resize(size);
  direction_.resize(size);
  engine_.setZero(size);
  for (int i = 0; i < body_count(); ++i) {
    const GroupBody& body = bodies[i];
    part_of(y_, i) = body.mass_root_inverse * (body.velocity - body.free_velocity);
  }
  begin_soft_directions();
  move_on();
}

void ContactGroup::begin_again() {
  // An exact matrix stays valid: contact that is found again is near where it was.
  factored_ = factored_ && exact_;
  is_true_ = is_evaluated_ = is_shortened_ = has_passed_ = false;
  is_consistent_ = exact_ = true;
  poor_passes_ = 0;
  exact_below_ = 0;
  last_residual_ = INFINITY;
}

Vector6 ContactGroup::velocity(int i) const {
  const GroupBody& body = bodies[i];
  return body.free_velocity + body.mass_root * part_of(y_, i);
}

StepMotion ContactGroup::body_motion(int i) const {
  const GroupBody& body = bodies[i];
  const Vector6 u = velocity(i);
  StepMotion motion;
  motion.p_W = body.p_W;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  motion.shift = dt_ * u.tail<3>();
  motion.rotation = rotation_by(dt_ * u.head<3>());
  motion.inverse_mass = body.inverse_mass;
  motion.has_moved_arms = body.is_held;
  if (!has_soft_directions_) return motion;
  const Vector6 lag = this->lag(i), to_end = displacement_to_end(i);
  motion.lag = {lag.head<3>(), lag.tail<3>()};
  motion.to_end = {to_end.head<3>(), to_end.tail<3>()};
  const Vector6 moved = dt_ * (u - lag) - to_end;
  motion.shift = moved.tail<3>();
  motion.rotation = rotation_by(moved.head<3>());
  return motion;
}

/// Call whenever y_ has changed.
void ContactGroup::move_on() {
  ++move_;
  if (has_soft_directions_) soften_end();
  motions_.clear();
  for (int i = 0; i < body_count(); ++i) motions_.push_back(body_motion(i));
}

void ContactGroup::evaluate_forces(Linearisation linearisation) {
  for (GroupPair& pair : pairs) {
    // If only a few pairs were searched again or held back, the forces of the others are known.
    if (linearisation == Linearisation::none && pair.move == move_) continue;
    pair.contact->evaluate(motion(pair.casting), motion(pair.target), dt_, linearisation,
                           pair.forces);
    pair.move = move_;
  }
  for (const GroupStrand& strand : strands) evaluate_strand(strand, linearisation);
  add_up_forces();
}

void ContactGroup::add_up_forces() {
  force_.setZero();
  for (const GroupPair& pair : pairs) add_force(pair.casting, pair.target, pair.forces);
  for (const GroupStrand& strand : strands) add_force(strand);
  for (int i = 0; i < body_count(); ++i) {
    auto force = part_of(force_, i);
    force = (bodies[i].mass_root * force).eval();
  }
}

void ContactGroup::gather_motions(const GroupStrand& strand) {
  strand_motions_.clear();
  for (const GroupEnd& end : strand.ends) strand_motions_.push_back(&motion(end));
}

void ContactGroup::evaluate_strand(const GroupStrand& strand, Linearisation linearisation) {
  gather_motions(strand);
  evaluate(*strand.strand, strand_motions_, dt_, linearisation);
}

void ContactGroup::add_force(const GroupStrand& strand) {
  for (std::size_t i = 0; i < strand.ends.size(); ++i) {
    const int body = strand.ends[i].body;
    if (body >= 0) part_of(force_, body) += strand.strand->forces.force[i];
  }
}

void ContactGroup::add_slope(const GroupStrand& strand) {
  const std::size_t count = strand.ends.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (strand.ends[i].body < 0) continue;
    for (std::size_t j = 0; j < count; ++j) {
      if (strand.ends[j].body < 0) continue;
      matrix_.block(strand.ends[i].body, strand.ends[j].body) +=
          strand.strand->forces.slope[i * count + j];
    }
  }
}

void ContactGroup::add_force(const GroupEnd& a, const GroupEnd& b, const PairForces& forces) {
  const int index[2] = {a.body, b.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] >= 0) part_of(force_, index[i]) += part_of(forces.force, i);
  }
}

void ContactGroup::add_slope(const GroupEnd& a, const GroupEnd& b, const PairForces& forces) {
  const int index[2] = {a.body, b.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] < 0) continue;
    for (int j = 0; j < 2; ++j) {
      if (index[j] < 0) continue;
      matrix_.block(index[i], index[j]) += forces.slope.block<6, 6>(6 * i, 6 * j);
    }
  }
}

/// Finds the pairs of bodies that act on one another.
void ContactGroup::couple() {
  couplings_.clear();
  const auto add = [this](const GroupEnd& a, const GroupEnd& b) {
    if (a.body < 0 || b.body < 0 || a.body == b.body) return;
    couplings_.emplace_back(std::min(a.body, b.body), std::max(a.body, b.body));
  };
  for (const GroupPair& pair : pairs)
    if (pair.forces.acts) add(pair.casting, pair.target);
  for (const GroupStrand& strand : strands)
    for (std::size_t i = 0; i < strand.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) add(strand.ends[i], strand.ends[j]);
  std::ranges::sort(couplings_);
  couplings_.erase(std::unique(couplings_.begin(), couplings_.end()), couplings_.end());
}

/// Transforms a block of dt^2 K + dt D to mass-root coordinates.
void ContactGroup::scale(int a, int b) {
  const Matrix6& left = bodies[a].mass_root;
  const Matrix6& right = bodies[b].mass_root;
  Matrix6& block = matrix_.block(a, b);
  // The roots couple neither rotation with shift nor the axes of shift with one another.
  block.topRows<3>() = (left.topLeftCorner<3, 3>() * block.topRows<3>()).eval();
  block.bottomRows<3>() = left.diagonal().tail<3>().asDiagonal() * block.bottomRows<3>();
  block.leftCols<3>() = (block.leftCols<3>() * right.topLeftCorner<3, 3>()).eval();
  block.rightCols<3>() = block.rightCols<3>() * right.diagonal().tail<3>().asDiagonal();
}

/// Builds the matrix less 1 from the derivatives just evaluated.
void ContactGroup::assemble() {
  if (knows_softness_)
    couple_all();
  else
    couple();
  matrix_.reset(body_count(), couplings_);
  for (const GroupPair& pair : pairs)
    if (pair.forces.acts) add_slope(pair.casting, pair.target, pair.forces);
  for (const GroupStrand& strand : strands) add_slope(strand);
  for (const auto& [a, b] : couplings_) {
    scale(a, b);
    scale(b, a);
  }
  for (int i = 0; i < body_count(); ++i) scale(i, i);
}

/// Builds and factors the matrix from the derivatives just evaluated.
void ContactGroup::factor() {
  assemble();
  if (knows_softness_) soften_matrix();
  for (int i = 0; i < body_count(); ++i) matrix_.block(i, i).diagonal().array() += 1;
  ++factorings_;
  if (!matrix_.factor() && exact_) return make_safe();
  factored_ = is_true_ = true;
}

/// Broyden's update: the matrix nearest to the present one that would have predicted the forces of
/// this pass from those of the last one. Returns false if derivatives are needed instead.
bool ContactGroup::factor_by_secant() {
  solution_ = y_ - last_y_;
  change_ = residual_ + engine_ - last_left_;
  if (!matrix_.add_secant(solution_, change_)) return false;
  is_true_ = false;
  ++factorings_;
  return true;
}

double ContactGroup::residual() {
  residual_ = y_ - dt_ * force_ - engine_;
  scale_ = std::max({y_.norm(), dt_ * force_.norm(), engine_.norm()});
  imbalance_ = residual_.norm();
  if (start_scale_ < 0) start_scale_ = scale_;
  return scale_ == 0 ? 0.0 : imbalance_ / scale_;
}

double ContactGroup::linearise(double tolerance) {
  constexpr double k_good_reduction = 0.5;
  constexpr double k_secant_reduction = 0.1;
  constexpr double k_nearer = 0.1;
  constexpr int k_patience = 3;

  tolerance_ = tolerance;
  if (has_soft_directions_ && !knows_softness_) find_soft_directions();
  const bool has_matrix = factored_ && exact_;
  const Linearisation true_one = exact_ ? Linearisation::exact : Linearisation::safe;
  if (!is_evaluated_ || !has_matrix) evaluate_forces(has_matrix ? Linearisation::none : true_one);
  is_evaluated_ = false;
  const double left = residual();
  const bool were_consistent = std::exchange(is_consistent_, are_consistent());
  if (has_matrix && is_consistent_ && (left <= tolerance || imbalance_ <= few_below_)) return left;

  const bool are_guesses = !were_consistent || !is_consistent_;
  const bool is_poor = is_true_ && exact_ && left > k_good_reduction * last_residual_;
  if (!exact_ && left <= exact_below_) {
    exact_ = true;
    exact_below_ = k_nearer * left;  // the safe one must come this far before the next attempt
    poor_passes_ = 0;
    evaluate_forces(Linearisation::exact);
    factor();
  } else if (!are_guesses && is_poor && ++poor_passes_ == k_patience) {
    const double exact_below = exact_below_ > 0 ? exact_below_ : k_nearer * left;
    make_safe();
    exact_below_ = exact_below;
  } else if (are_guesses || is_shortened_ || !has_matrix ||
             left > k_secant_reduction * last_residual_ || (has_passed_ && !factor_by_secant())) {
    if (has_matrix) evaluate_forces(true_one);
    factor();
  }
  last_residual_ = left;
  return is_consistent_ ? left : INFINITY;
}

bool ContactGroup::are_consistent() const {
  return std::ranges::all_of(pairs,
                             [](const GroupPair& pair) { return pair.forces.is_consistent; });
}

void ContactGroup::make_safe() {
  exact_ = false;
  exact_below_ = 0;
  evaluate_forces(Linearisation::safe);
  residual();
  factor();
}

double ContactGroup::plausible_scale(double wanted) const {
  double motion = 0;
  for (const GroupBody& body : bodies)
    motion = std::max(motion, (body.mass_root_inverse * body.free_velocity).norm());
  return start_scale_ + motion + wanted;
}

bool ContactGroup::is_plausible(double wanted) const {
  constexpr double k_much = 1e3;
  return y_.norm() <= k_much * plausible_scale(wanted);
}

double ContactGroup::gain() const {
  double gain = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 y = part_of(y_, i), engine = part_of(engine_, i);
    const Vector6 mean = bodies[i].mass_root_inverse * bodies[i].free_velocity + 0.5 * y;
    gain += (y - engine).dot(mean);
  }
  return gain;
}

bool ContactGroup::is_balanced(double tolerance) const {
  return factored_ && imbalance_ <= tolerance * scale_;
}

double ContactGroup::work_of_imbalance() const {
  double work = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 sum =
        bodies[i].mass_root_inverse * (bodies[i].velocity + bodies[i].free_velocity);
    work += 0.5 * part_of(residual_, i).dot(sum + part_of(y_, i));
  }
  return work;
}

bool ContactGroup::gains_by_imbalance(double whole_step, double wanted) const {
  constexpr double k_part = 0.01;
  double start = 0, by_forces = 0;
  for (const GroupBody& body : bodies) {
    const Vector6 v_start = body.mass_root_inverse * body.velocity;
    const Vector6 v_free = body.mass_root_inverse * body.free_velocity;
    start += 0.5 * v_start.squaredNorm();
    by_forces += 0.5 * (whole_step / dt_ * (v_free - v_start)).squaredNorm();
  }
  return work_of_imbalance() >
         k_part * (start + by_forces + 0.5 * (wanted * wanted + engine_energy()));
}

int ContactGroup::least_balanced_body() const {
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

void ContactGroup::resume() { last_residual_ = INFINITY; }

void ContactGroup::advance() {
  constexpr double k_enough = 1e-3;  // relative error of a pass, since several follow
  last_y_ = y_;
  last_left_ = residual_ + engine_;
  has_passed_ = true;
  direction_ = residual_;
  matrix_.solve(direction_, k_enough);
  direction_ *= -1;
  last_engine_ = engine_;
  is_shortened_ = false;
  y_ += direction_;
  move_on();
}

double ContactGroup::end_pass(bool rows_hold) {
  // Between velocities that satisfy the engine's rows, their impulses do no work.
  const double slope = last_left_.dot(direction_);
  const double part = rows_hold && is_consistent_ && slope < 0 ? search_line(slope) : 1;
  if (part < 1) engine_ = last_engine_ + part * (engine_ - last_engine_);
  if (is_evaluated_ && !has_soft_directions_) iterate_few();
  return part;
}

/// Shortens a pass that overshoots, for example because triangles come into contact that the matrix
/// does not contain. Without friction a group minimises a convex function, so its slope along the
/// pass rises through 0 at the best point (Nocedal & Wright 2006, section 3.1). Returns the part.
double ContactGroup::search_line(double start_slope) {
  constexpr double k_flat = 0.5;
  constexpr int k_most_trials = 20;
  double low = 0, high = 1, low_slope = start_slope, part = 1;
  for (int trial = 0; trial < k_most_trials; ++trial) {
    evaluate_forces(Linearisation::none);
    residual();
    const double slope = (residual_ + engine_).dot(direction_);
    is_evaluated_ = slope <= -k_flat * start_slope && (part == 1 || slope >= k_flat * start_slope);
    if (is_evaluated_) break;
    is_shortened_ = true;
    if (slope < 0) {
      low = part;
      low_slope = slope;
      part = 0.5 * (low + high);
    } else {
      high = part;
      part = low + (high - low) * std::clamp(low_slope / (low_slope - slope), 0.1, 0.5);
    }
    y_ = last_y_ + part * direction_;
    move_on();
  }
  return part;
}

void ContactGroup::response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
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
    if (body >= 0) part_of(solution_, body) += bodies[body].mass_root * J;
  };
  push(body_a, J_a);
  push(body_b, J_b);
  if (part_a >= 0) matrix_.solve_part(part_a, solution_);
  if (part_b >= 0 && part_b != part_a) matrix_.solve_part(part_b, solution_);
  std::sort(changes.begin() + first, changes.end(),
            [](const BodyChange& a, const BodyChange& b) { return a.body < b.body; });
  for (auto change = changes.begin() + first; change != changes.end(); ++change)
    change->velocity.noalias() = bodies[change->body].mass_root * part_of(solution_, change->body);
}

void ContactGroup::set_engine_impulse(const Eigen::VectorXd& impulse) {
  residual_ = engine_;  // reused for minus the change of impulse
  for (int i = 0; i < body_count(); ++i) {
    part_of(engine_, i).noalias() = bodies[i].mass_root * part_of(impulse, i);
  }
  residual_ -= engine_;
  imbalance_ += residual_.norm();
  if (!factored_ || residual_.isZero(0)) return;
  matrix_.solve(residual_);
  y_ -= residual_;
  direction_ -= residual_;
  move_on();
  is_evaluated_ = false;
}

Vector6 ContactGroup::engine_impulse(int i) const {
  return bodies[i].mass_root_inverse * part_of(engine_, i);
}

void ContactGroup::apply_explicitly(double dt) {
  begin(0);
  evaluate_forces(Linearisation::none);
  exact_ = false;
  matrix_.reset(body_count(), {});
  for (int i = 0; i < body_count(); ++i) matrix_.block(i, i).setIdentity();
  matrix_.factor();
  factored_ = true;
  ++factorings_;
  y_ = dt * force_;
  move_on();
}

}  // namespace condyle
