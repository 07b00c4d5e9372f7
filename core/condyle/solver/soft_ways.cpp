#include "condyle/solver/contact_group.h"

// Backward Euler moves bodies by their velocity at the end of a sub-step and takes forces there. It
// damps each vibration of frequency w by w^2 h / 2, slow ones too: a ball that swings in a cup
// comes to rest. Where forces are soft over the sub-step, bodies move by the mean of both
// velocities instead, and forces are taken half way, as by the midpoint rule, which damps nothing:
//
//     M (v1 - v0) = h f(q_f, v1)          forces act at q_f, and on nothing else
//     q1 = q0 + h (v1 - F (v1 - v0) / 2)
//     q_f = q1 - h F (v0 + v1) / 4
//     F = part (2 S - S^2),  S = (M + h^2 K + h D)^-1 M
//
// F is 1 for what is soft, z = (w h)^2 << 1, and 0 for what is stiff, z >> 1, which backward Euler
// still damps: F = part (1 - (z / (1 + z))^2). The amplitude of a single vibration never grows,
// whatever z and part are (test_soft_ways.cpp). In mass-root coordinates S is the inverse of
// Newton's matrix A as it was last factored.

namespace condyle {

using Eigen::VectorXd;

/// x becomes F x.
void ContactGroup::soften(VectorXd& x) {
  soft_matrix_.solve(x);
  soft_work_ = x;
  soft_matrix_.solve(soft_work_);
  x = soft_part * (2 * x - soft_work_);
  keep_held(x);
}

/// Angular momentum is kept where all ways go by the velocities that forces act on. Bodies that
/// nothing holds keep it so.
void ContactGroup::keep_held(VectorXd& x) const {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies[i].is_held) x.segment<6>(static_cast<Eigen::Index>(6 * i)).setZero();
}

/// Forces and what they leave over, with the ways that a new matrix says.
double ContactGroup::follow_soft_ways() {
  soft_matrix_ = matrix_;
  soften_start();
  has_soft_ways_ = true;
  move_on();
  evaluate_forces(Linearisation::none);
  last_residual_ = residual();
  settled_ = are_settled();
  return settled_ ? last_residual_ : INFINITY;
}

void ContactGroup::soften_start() {
  soft_start_.resize(y_.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    soft_start_.segment<6>(static_cast<Eigen::Index>(6 * i)) =
        bodies[i].mass_root_inverse * bodies[i].velocity;
  soften(soft_start_);
}

void ContactGroup::soften_end() {
  soft_end_.resize(y_.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    soft_end_.segment<6>(at) =
        y_.segment<6>(at) + bodies[i].mass_root_inverse * bodies[i].free_velocity;
  }
  soften(soft_end_);
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

/// Adds (A - A_soft) x, where A_soft = 1 + (A - 1) (1 - 3/4 F) is Newton's matrix with soft ways:
/// q_f changes by h (1 - 3/4 F) times what v1 changes by.
void ContactGroup::add_softness(const VectorXd& x, VectorXd& sum) {
  constexpr double k_share = 0.75;
  soft_rest_ = x;
  soften(soft_rest_);
  soft_work_ = soft_rest_;
  matrix_.apply(soft_work_);
  sum += k_share * (soft_work_ - soft_rest_);
}

/// x becomes A_soft^-1 x, nearly: each round leaves over less than 0.3 of it.
void ContactGroup::solve_softly(VectorXd& x) {
  constexpr int k_rounds = 4;
  soft_right_ = x;
  matrix_.solve(x);
  for (int round = 0; round < k_rounds; ++round) {
    solution_ = soft_right_;
    add_softness(x, solution_);
    matrix_.solve(solution_);
    x = solution_;
  }
}

}  // namespace condyle
