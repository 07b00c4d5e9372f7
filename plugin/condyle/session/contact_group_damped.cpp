#include "condyle/session/contact_group.h"

// Newton's method with a line search, for what plain passes do not find.

namespace condyle {

/// Halves the last pass, which began at last_y_, until it leaves less than was left there.
bool ContactGroup::shorten_pass() {
  constexpr int k_most_halvings = 24;
  constexpr double k_least_gain = 1e-4;  // of what the whole pass promises
  const double before = imbalance_;
  const Eigen::VectorXd& pass = residual_pass_;
  double part = 1;
  for (int halving = 0; halving < k_most_halvings; ++halving, part *= 0.5) {
    y_ = last_y_ - part * pass;
    evaluate_forces(Linearisation::none);
    residual();
    if (imbalance_ <= (1 - k_least_gain * part) * before) return true;
  }
  return false;
}

double ContactGroup::make_short_passes(double tolerance, int passes, int& made) {
  for (int pass = 0;; ++pass) {
    evaluate_forces(Linearisation::exact);
    const double left = residual();
    if (left <= tolerance || pass == passes) return left;
    last_y_ = y_;
    residual_pass_ = residual_;
    factor();
    solve(residual_pass_);
    ++made;
    if (!shorten_pass()) return residual();
  }
}

double ContactGroup::solve_damped(double tolerance, int passes, double left, int& made) {
  const Eigen::VectorXd before = y_;
  exact_ = true;
  go_to_start();
  if (const double now = make_short_passes(tolerance, passes, made); now < left && are_settled())
    return now;
  y_ = before;
  evaluate_forces(Linearisation::none);
  residual();
  return left;
}

}  // namespace condyle
