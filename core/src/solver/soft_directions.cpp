#include "core/src/solver/body_blocks.h"
#include "core/src/solver/contact_group.h"

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
// never grows, for any z and part (test_soft_directions.cpp). Contact that begins or ends within
// the sub-step can still gain energy, since forces at q_f do not see what touches only at q1: the
// step checks for that (gains_in_soft_directions). In mass-root coordinates, S is the inverse of
// Newton's matrix A. As q_f changes by h (1 - 3/4 F) times the change of v1, Newton's matrix with
// soft directions is 1 + (A - 1) (1 - 3/4 F).

namespace condyle {

/// Until there is a matrix, all directions count as soft: bodies that move much mostly slide.
void ContactGroup::begin_soft_directions() {
  has_soft_directions_ = soft_part > 0;
  knows_softness_ = false;
  if (!has_soft_directions_) return;
  if (!soft_) soft_ = std::make_unique<SoftDirections>();
  soft_->softness.setZero(y_.size(), y_.size());
  soft_->softness.diagonal().setConstant(soft_part);
  clear_free_bodies();
  soften_start();
}

/// Finds F at the first evaluation of a sub-step. Its matrix is the symmetric one, without the
/// coupling by which friction follows pressure: F then does not mix directions that slide with
/// directions that vibrate.
void ContactGroup::find_soft_directions() {
  SoftDirections& soft = *soft_;
  evaluate_forces(Linearisation::safe);
  assemble();
  copy_matrix(soft.softness);
  clear_free_bodies();
  soft.eigen.compute(soft.softness);
  soft.end = soft.eigen.eigenvalues();
  for (double& z : soft.end) {
    const double damped = std::max(0.0, z) / (1 + std::max(0.0, z));
    z = soft_part * (1 - damped * damped);
  }
  soft.work.noalias() = soft.eigen.eigenvectors() * soft.end.asDiagonal();
  soft.softness.noalias() = soft.work * soft.eigen.eigenvectors().transpose();
  clear_free_bodies();
  soften_start();
  knows_softness_ = true;
  factored_ = is_evaluated_ = false;
  move_on();
}

/// Sets F to 0 for bodies that nothing holds: they move by the same velocities at which forces act,
/// which conserves their angular momentum.
void ContactGroup::clear_free_bodies() {
  for (int i = 0; i < body_count(); ++i) {
    if (bodies[i].is_held) continue;
    soft_->softness.middleRows<6>(6 * i).setZero();
    soft_->softness.middleCols<6>(6 * i).setZero();
  }
}

void ContactGroup::soften_start() {
  for (int i = 0; i < body_count(); ++i)
    part_of(solution_, i) = bodies[i].mass_root_inverse * bodies[i].velocity;
  soft_->start.noalias() = soft_->softness * solution_;
}

/// Call whenever y_ has changed.
void ContactGroup::soften_end() {
  for (int i = 0; i < body_count(); ++i) {
    part_of(solution_, i) = part_of(y_, i) + bodies[i].mass_root_inverse * bodies[i].free_velocity;
  }
  soft_->end.noalias() = soft_->softness * solution_;
}

Vector6 ContactGroup::lag(int i) const {
  if (!has_soft_directions_) return Vector6::Zero();
  return 0.5 * bodies[i].mass_root * (part_of(soft_->end, i) - part_of(soft_->start, i));
}

/// Displacement of body `i` from the pose at which forces act to the end of the (sub-)step.
Vector6 ContactGroup::displacement_to_end(int i) const {
  return 0.25 * dt_ * bodies[i].mass_root * (part_of(soft_->end, i) + part_of(soft_->start, i));
}

/// With soft directions no block of the matrix is 0.
void ContactGroup::couple_all() {
  couplings_.clear();
  for (int i = 0; i < body_count(); ++i)
    for (int j = i + 1; j < body_count(); ++j) couplings_.emplace_back(i, j);
}

void ContactGroup::copy_matrix(SoftDirections::Matrix& dense) {
  dense.setZero(y_.size(), y_.size());
  for (int i = 0; i < body_count(); ++i) dense.block<6, 6>(6 * i, 6 * i) = matrix_.block(i, i);
  for (const auto& [a, b] : couplings_) {
    dense.block<6, 6>(6 * a, 6 * b) = matrix_.block(a, b);
    dense.block<6, 6>(6 * b, 6 * a) = matrix_.block(b, a);
  }
}

/// A - 1 becomes (A - 1) (1 - 3/4 F). Call before 1 is added.
void ContactGroup::soften_matrix() {
  constexpr double k_share = 0.75;
  copy_matrix(soft_->newton);
  soft_->work.noalias() = soft_->newton * soft_->softness;
  for (int i = 0; i < body_count(); ++i)
    for (int j = 0; j < body_count(); ++j)
      matrix_.block(i, j) -= k_share * soft_->work.block<6, 6>(6 * i, 6 * j);
}

double ContactGroup::added_energy() const {
  double sum = 0;
  for (int i = 0; i < body_count(); ++i) {
    const Vector6 mean = 0.5 * (velocity(i) + bodies[i].velocity);
    sum += part_of(y_, i).dot(bodies[i].mass_root_inverse * mean);
  }
  return sum;
}

}  // namespace condyle
