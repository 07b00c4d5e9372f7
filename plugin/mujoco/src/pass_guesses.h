#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>

namespace condyle::mujoco {

/// Guesses of the velocities at the end of a step, pass by pass. A pass starts from where the last
/// one ended, as Newton's method does. After the first few, it goes only part of the way there
/// where that did not help and, where a pass led astray from near the balance, part of the way from
/// the best one.
class PassGuesses {
 public:
  /// `tried`: the guess of a pass, empty before contact is known. `found`: where it led. `error`:
  /// by how much forces differ there [N], infinite where contact was not searched far enough;
  /// `residual`: relative to the largest.
  void add(const Eigen::VectorXd& tried, const Eigen::VectorXd& found, double error,
           double residual) {
    ++passes_;
    const bool is_astray =
        passes_ > k_free && least_residual_ < k_near && error > k_astray * least_;
    const Eigen::VectorXd& from = tried.size() > 0 ? tried : found;
    if (error < least_ || best_.size() == 0) {
      if (error < k_gains * least_) gained_in_ = passes_;
      best_ = from;
      best_led_to_ = found;
      least_ = error;
      least_residual_ = residual;
    }
    const bool helps = !is_astray && error <= (1 - k_helps * part_) * last_;
    if (passes_ > k_free)
      part_ = helps ? std::min(1.0, 2 * part_) : std::max(k_least_part, part_ / 2);
    last_ = error;
    next_ = is_astray ? best_ + part_ * (best_led_to_ - best_) : from + part_ * (found - from);
  }
  bool is_empty() const { return passes_ == 0; }
  const Eigen::VectorXd& next() const { return next_; }
  const Eigen::VectorXd& best() const { return best_; }
  bool last_is_best() const { return last_ == least_; }
  /// Whether the last passes bring the balance no nearer: from near it or, where parts of the step
  /// may be made instead, from far.
  bool is_stuck(bool may_divide) const {
    const bool is_far = may_divide && least_residual_ > k_far, is_near = least_residual_ < k_stuck;
    return (is_far || is_near) && passes_ - gained_in_ >= (is_far ? k_far_tries : k_free);
  }

 private:
  static constexpr int k_free = 4, k_far_tries = 3;
  static constexpr double k_near = 2e-2, k_stuck = 1e-3, k_far = 0.1;  ///< residuals
  static constexpr double k_gains = 0.9, k_helps = 0.3, k_astray = 4, k_least_part = 1.0 / 32;
  Eigen::VectorXd next_, best_, best_led_to_;
  int passes_ = 0, gained_in_ = 0;
  double part_ = 1, last_ = std::numeric_limits<double>::infinity(), least_ = last_,
         least_residual_ = last_;
};

}  // namespace condyle::mujoco
