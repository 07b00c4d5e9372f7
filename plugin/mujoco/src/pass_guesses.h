#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace condyle::mujoco {

/// Guesses of the velocities at the end of a step, pass by pass. A pass starts from where the last
/// one ended, as Newton's method does, or part of the way there where that did not help.
class PassGuesses {
 public:
  void add(const Eigen::VectorXd& found, double residual) {
    part_ =
        residual > k_helps * last_ ? std::max(k_least_part, part_ / 2) : std::min(1.0, 2 * part_);
    if (residual < least_) best_ = tried_.size() > 0 ? tried_ : found;
    least_ = std::min(least_, residual);
    last_ = residual;
    tried_ = tried_.size() > 0 ? Eigen::VectorXd(tried_ + part_ * (found - tried_)) : found;
  }
  const Eigen::VectorXd& next() const { return tried_; }
  const Eigen::VectorXd& best() const { return best_; }

 private:
  static constexpr double k_helps = 0.7, k_least_part = 1.0 / 8;
  Eigen::VectorXd tried_, best_;
  double part_ = 1, last_ = std::numeric_limits<double>::infinity(), least_ = last_;
};

}  // namespace condyle::mujoco
