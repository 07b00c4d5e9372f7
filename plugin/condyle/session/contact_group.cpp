#include "condyle/session/contact_group.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Roots of a symmetric positive semi-definite matrix and of its pseudo-inverse.
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
  factored_ = is_true_ = false;
  settled_ = true;
  exact_ = true;
  poor_passes_ = 0;
  last_residual_ = INFINITY;
  start_scale_ = -1;
  y_.resize(size);
  force_.resize(size);
  residual_.resize(size);
  solution_.resize(size);
  last_y_.resize(size);
  engine_.setZero(size);
  matrix_.resize(size, size);
  go_to_start();
}

void ContactGroup::go_to_start() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const GroupBody& body = bodies[i];
    y_.segment<6>(static_cast<Eigen::Index>(6 * i)) =
        body.mass_root_inverse * (body.velocity - body.free_velocity);
  }
}

void ContactGroup::begin_again() {
  factored_ = is_true_ = false;
  settled_ = exact_ = true;
  poor_passes_ = 0;
  last_residual_ = INFINITY;
}

Vector6 ContactGroup::velocity(int i) const {
  const GroupBody& body = bodies[static_cast<std::size_t>(i)];
  return body.free_velocity + body.mass_root * y_.segment<6>(6 * i);
}

StepMotion ContactGroup::body_motion(int i) const {
  const GroupBody& body = bodies[static_cast<std::size_t>(i)];
  Vector6 u = velocity(i);
  if (moves_by_mean) u = 0.5 * (u + body.velocity);
  StepMotion motion;
  motion.p_W = body.p_W;
  motion.velocity = {u.head<3>(), u.tail<3>()};
  const double way = moves_by_mean ? 0.5 * dt_ : dt_;
  motion.shift = way * u.tail<3>();
  motion.rotation = rotation_by(way * u.head<3>());
  motion.inverse_mass = body.inverse_mass;
  return motion;
}

StepMotion ContactGroup::motion(const GroupEnd& end) const {
  return end.body >= 0 ? body_motion(end.body) : given[static_cast<std::size_t>(end.given)];
}

const StepMotion& ContactGroup::motion_now(const GroupEnd& end) const {
  return end.body >= 0 ? motions_[static_cast<std::size_t>(end.body)]
                       : given[static_cast<std::size_t>(end.given)];
}

void ContactGroup::evaluate_forces(Linearisation linearisation) {
  motions_.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    motions_.push_back(body_motion(static_cast<int>(i)));
  for (GroupPair& pair : pairs)
    pair.contact->evaluate(motion_now(pair.casting), motion_now(pair.target), dt_, linearisation,
                           pair.forces);
  for (const GroupStrand& strand : strands) evaluate_strand(strand, linearisation);
  force_.setZero();
  for (const GroupPair& pair : pairs) add_force(pair.casting, pair.target, pair.forces);
  for (const GroupStrand& strand : strands) add_force(strand);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    auto force = force_.segment<6>(static_cast<Eigen::Index>(6 * i));
    force = (bodies[i].mass_root * force).eval();
  }
}

void ContactGroup::evaluate_strand(const GroupStrand& strand, Linearisation linearisation) {
  strand_motions_.clear();
  for (const GroupEnd& end : strand.ends) strand_motions_.push_back(&motion_now(end));
  evaluate(*strand.strand, strand_motions_, dt_, linearisation);
}

void ContactGroup::add_force(const GroupStrand& strand) {
  for (std::size_t i = 0; i < strand.ends.size(); ++i) {
    const int body = strand.ends[i].body;
    if (body >= 0) force_.segment<6>(6 * body) += strand.strand->forces.force[i];
  }
}

void ContactGroup::add_slope(const GroupStrand& strand) {
  const std::size_t count = strand.ends.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (strand.ends[i].body < 0) continue;
    for (std::size_t j = 0; j < count; ++j) {
      if (strand.ends[j].body < 0) continue;
      matrix_.block<6, 6>(6 * strand.ends[i].body, 6 * strand.ends[j].body) +=
          strand.strand->forces.slope[i * count + j];
    }
  }
}

void ContactGroup::add_force(const GroupEnd& a, const GroupEnd& b, const PairForces& forces) {
  const int index[2] = {a.body, b.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] >= 0) force_.segment<6>(6 * index[i]) += forces.force.segment<6>(6 * i);
  }
}

void ContactGroup::add_slope(const GroupEnd& a, const GroupEnd& b, const PairForces& forces) {
  const int index[2] = {a.body, b.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] < 0) continue;
    for (int j = 0; j < 2; ++j) {
      if (index[j] < 0) continue;
      matrix_.block<6, 6>(6 * index[i], 6 * index[j]) += forces.slope.block<6, 6>(6 * i, 6 * j);
    }
  }
}

/// The matrix of the derivatives just evaluated, factored.
void ContactGroup::factor() {
  matrix_.setZero();
  for (const GroupPair& pair : pairs) add_slope(pair.casting, pair.target, pair.forces);
  for (const GroupStrand& strand : strands) add_slope(strand);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      auto block =
          matrix_.block<6, 6>(static_cast<Eigen::Index>(6 * i), static_cast<Eigen::Index>(6 * j));
      block = (bodies[i].mass_root * block * bodies[j].mass_root).eval();
    }
  }
  if (moves_by_mean) matrix_ *= 0.5;
  matrix_.diagonal().array() += 1;
  if (exact_)
    lu_.compute(matrix_);
  else
    definite_.compute(matrix_);
  factored_ = is_true_ = true;
  ++factorings_;
}

/// Broyden's update: the matrix as near to the present one that would have foretold the forces of
/// this pass from those of the last. As the last pass solved its equations, what it left over is
/// all that it did not foretell.
void ContactGroup::factor_by_secant() {
  solution_ = y_ - last_y_;
  const double squared = solution_.squaredNorm();
  if (squared == 0) return;
  solution_ /= squared;
  for (Eigen::Index j = 0; j < matrix_.cols(); ++j) matrix_.col(j) += solution_[j] * residual_;
  lu_.compute(matrix_);
  is_true_ = false;
  ++factorings_;
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
  constexpr int k_patience = 3;

  const bool has_matrix = factored_ && exact_;
  const Linearisation true_one = exact_ ? Linearisation::exact : Linearisation::safe;
  evaluate_forces(has_matrix ? Linearisation::none : true_one);
  const double left = residual();
  const bool was_settled = std::exchange(settled_, are_settled());
  if (has_matrix && settled_ && left <= tolerance) return left;

  if (!was_settled || !settled_) {
    if (has_matrix) evaluate_forces(true_one);
    factor();
  } else if (is_true_ && left > k_good_reduction * last_residual_ && ++poor_passes_ == k_patience) {
    make_safe();
  } else if (has_matrix && left <= k_secant_reduction * last_residual_) {
    factor_by_secant();
  } else {
    if (has_matrix) evaluate_forces(true_one);
    factor();
  }
  last_residual_ = left;
  last_y_ = y_;
  return settled_ ? left : INFINITY;
}

bool ContactGroup::are_settled() const {
  return std::ranges::all_of(pairs, [](const GroupPair& pair) { return pair.forces.settled; });
}

void ContactGroup::make_safe() {
  exact_ = false;
  evaluate_forces(Linearisation::safe);
  residual();
  factor();
}

bool ContactGroup::is_plausible(double wanted) const {
  constexpr double k_much = 1e3;
  double motion = 0;
  for (const GroupBody& body : bodies)
    motion = std::max(motion, (body.mass_root_inverse * body.free_velocity).norm());
  return y_.norm() <= k_much * (start_scale_ + motion + wanted);
}

bool ContactGroup::is_balanced(double tolerance) const {
  return factored_ && imbalance_ <= tolerance * scale_;
}

bool ContactGroup::gains_by_imbalance(double whole_step, double wanted) const {
  constexpr double k_part = 0.1;
  double work = 0, start = 0, by_forces = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    const Vector6 v_start = bodies[i].mass_root_inverse * bodies[i].velocity;
    const Vector6 v_free = bodies[i].mass_root_inverse * bodies[i].free_velocity;
    work += 0.5 * residual_.segment<6>(at).dot(v_start + v_free + y_.segment<6>(at));
    start += 0.5 * v_start.squaredNorm();
    by_forces += 0.5 * (whole_step / dt_ * (v_free - v_start)).squaredNorm();
  }
  return work > k_part * (start + by_forces + 0.5 * (wanted * wanted + engine_energy()));
}

int ContactGroup::least_balanced_body() const {
  int body = -1;
  double most = -1;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double left = residual_.segment<6>(static_cast<Eigen::Index>(6 * i)).squaredNorm();
    if (!(left > most)) continue;
    most = left;
    body = static_cast<int>(i);
  }
  return body;
}

void ContactGroup::resume() { last_residual_ = INFINITY; }

void ContactGroup::solve(Eigen::Ref<Eigen::VectorXd> x) {
  if (!exact_) {
    definite_.solveInPlace(x);
    return;
  }
  solution_.noalias() = lu_.solve(x);
  x = solution_;
}

void ContactGroup::advance() {
  solve(residual_);
  y_ -= residual_;
}

void ContactGroup::response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                            Eigen::Ref<Eigen::VectorXd> response) {
  response.setZero();
  if (body_a >= 0)
    response.segment<6>(6 * body_a) += bodies[static_cast<std::size_t>(body_a)].mass_root * J_a;
  if (body_b >= 0)
    response.segment<6>(6 * body_b) += bodies[static_cast<std::size_t>(body_b)].mass_root * J_b;
  solve(response);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    response.segment<6>(at) = (bodies[i].mass_root * response.segment<6>(at)).eval();
  }
}

void ContactGroup::set_engine_impulse(const Eigen::VectorXd& impulse) {
  residual_ = engine_;  // reused: minus the change of impulse
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    engine_.segment<6>(at).noalias() = bodies[i].mass_root * impulse.segment<6>(at);
  }
  residual_ -= engine_;
  imbalance_ += residual_.norm();
  if (factored_) advance();
}

void ContactGroup::apply_explicitly(double dt) {
  begin(0);
  evaluate_forces(Linearisation::none);
  matrix_.setIdentity();
  exact_ = false;
  definite_.compute(matrix_);
  factored_ = true;
  ++factorings_;
  y_ = dt * force_;
}

}  // namespace condyle
