#include "condyle/solver/contact_group.h"

// Backward Euler moves bodies by their velocity at the end of a sub-step and evaluates forces
// there. It damps every vibration of angular frequency w at the rate w^2 h / 2, even slow ones: a
// ball that swings in a cup comes to rest. In soft directions, where forces are soft over the
// sub-step, bodies move by the mean of both velocities instead, and forces are evaluated half way,
// as in the midpoint rule, which does not damp:
//
//     M (v1 - v0) = h f(q_f, v1)          only the forces at q_f act
//     q1 = q0 + h (v1 - F (v1 - v0) / 2)
//     q_f = q1 - h F (v0 + v1) / 4
//     F = part (2 S - S^2),  S = (M + h^2 K + h D)^-1 M
//
// F is `part` in soft directions, z = (w h)^2 << 1, and 0 in stiff directions, z >> 1, which
// backward Euler still damps: for a single vibration, F = part (1 - (z / (1 + z))^2). Its amplitude
// never grows, for any z and part (test_soft_ways.cpp). In mass-root coordinates, S is the inverse
// of Newton's matrix A when it is first factored in a sub-step. As q_f changes by h (1 - 3/4 F)
// times the change of v1, Newton's matrix with soft directions is 1 + (A - 1) (1 - 3/4 F).

namespace condyle {

/// Until there is a matrix, all directions count as soft: bodies that move much mostly slide.
void ContactGroup::begin_soft_ways() {
  has_soft_ways_ = soft_part > 0;
  knows_softness_ = false;
  if (!has_soft_ways_) return;
  softness_.setZero(y_.size(), y_.size());
  softness_.diagonal().setConstant(soft_part);
  soften_start();
}

/// Takes the soft directions from the first matrix, then evaluates forces and the residual again.
double ContactGroup::follow_soft_ways() {
  find_softness();
  knows_softness_ = true;
  move_on();
  factor();
  evaluate_forces(Linearisation::none);
  last_residual_ = residual();
  settled_ = are_settled();
  return settled_ ? last_residual_ : INFINITY;
}

/// Computes F from the symmetric part of the matrix.
void ContactGroup::find_softness() {
  const Eigen::Index size = y_.size();
  const int count = static_cast<int>(bodies.size());
  stiff_.setZero(size, size);
  for (int i = 0; i < count; ++i) stiff_.block<6, 6>(6 * i, 6 * i) = matrix_.block(i, i);
  for (const auto& [a, b] : couplings_) {
    stiff_.block<6, 6>(6 * a, 6 * b) = matrix_.block(a, b);
    stiff_.block<6, 6>(6 * b, 6 * a) = matrix_.block(b, a);
  }
  soft_inverse_ = 0.5 * (stiff_ + stiff_.transpose());
  for (int i = 0; i < count; ++i)
    if (!bodies[static_cast<std::size_t>(i)].is_held) {
      soft_inverse_.middleRows<6>(6 * i).setZero();
      soft_inverse_.middleCols<6>(6 * i).setZero();
    }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(soft_inverse_);
  Eigen::VectorXd phi(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const double z = std::max(0.0, eigen.eigenvalues()[k] - 1), damped = z / (1 + z);
    phi[k] = soft_part * (1 - damped * damped);
  }
  softness_ = eigen.eigenvectors() * phi.asDiagonal() * eigen.eigenvectors().transpose();
  soften_start();
}

/// Applies F to the velocities at the start. F is 0 for bodies that nothing holds: they move by the
/// same velocities at which forces act, which conserves their angular momentum.
void ContactGroup::soften_start() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    if (!bodies[i].is_held) {
      softness_.middleRows<6>(at).setZero();
      softness_.middleCols<6>(at).setZero();
    }
    solution_.segment<6>(at) = bodies[i].mass_root_inverse * bodies[i].velocity;
  }
  soft_start_.noalias() = softness_ * solution_;
}

/// Applies F to the velocities at y_. Call whenever y_ has changed.
void ContactGroup::soften_end() {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    solution_.segment<6>(at) =
        y_.segment<6>(at) + bodies[i].mass_root_inverse * bodies[i].free_velocity;
  }
  soft_end_.noalias() = softness_ * solution_;
}

Vector6 ContactGroup::way_behind(int i) const {
  if (!has_soft_ways_) return Vector6::Zero();
  const Eigen::Index at = Eigen::Index{6} * i;
  return 0.5 * bodies[static_cast<std::size_t>(i)].mass_root *
         (soft_end_.segment<6>(at) - soft_start_.segment<6>(at));
}

Vector6 ContactGroup::way_onward(int i) const {
  const Eigen::Index at = Eigen::Index{6} * i;
  return 0.25 * dt_ * bodies[static_cast<std::size_t>(i)].mass_root *
         (soft_end_.segment<6>(at) + soft_start_.segment<6>(at));
}

void ContactGroup::couple_all() {
  couplings_.clear();
  const int count = static_cast<int>(bodies.size());
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) couplings_.emplace_back(i, j);
}

/// A - 1 becomes (A - 1) (1 - 3/4 F), in which no block is 0.
void ContactGroup::soften_matrix() {
  constexpr double k_share = 0.75;
  const int count = static_cast<int>(bodies.size());
  const auto for_each_block = [&](const auto& use) {
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        use(matrix_.block(i, j), Eigen::Index{6} * i, Eigen::Index{6} * j);
  };
  stiff_.resize(y_.size(), y_.size());
  for_each_block([&](const Matrix6& block, Eigen::Index i, Eigen::Index j) {
    stiff_.block<6, 6>(i, j) = block;
  });
  soft_inverse_.noalias() = stiff_ * softness_;  // reused
  for_each_block([&](Matrix6& block, Eigen::Index i, Eigen::Index j) {
    block -= k_share * soft_inverse_.block<6, 6>(i, j);
  });
}

}  // namespace condyle
