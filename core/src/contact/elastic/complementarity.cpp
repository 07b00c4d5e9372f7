#include "core/src/contact/elastic/complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace condyle {
namespace {

constexpr int k_patience = 3;

}  // namespace

double residual_of(const Eigen::VectorXd& f, const Eigen::VectorXd& w,
                   const Eigen::Ref<const Eigen::VectorXd, 0, Eigen::InnerStride<>>& diagonal,
                   std::span<const int> indices) {
  double missed = 0, force = 0;
  for (const int i : indices) {
    missed += std::abs(std::min(f[i], w[i] / diagonal[i]));
    force += std::abs(f[i]);
  }
  return missed == 0 ? 0 : missed / std::max(force, std::numeric_limits<double>::min());
}

void ExchangeRule::begin(std::size_t count) {
  fewest_ = count + 1;
  patience_ = k_patience;
}

void ExchangeRule::choose(std::vector<int>& infeasible) {
  if (infeasible.size() < fewest_) {
    fewest_ = infeasible.size();
    patience_ = k_patience;
  } else if (patience_ > 0) {
    --patience_;
  } else {
    infeasible.erase(infeasible.begin(), infeasible.end() - 1);
  }
}

ComplementarityOutcome ComplementaritySolver::solve(const Matrix& C, const Vector& d,
                                                    std::span<const char> start, double tolerance) {
  is_active_.assign(start.begin(), start.end());
  all_.resize(start.size());
  std::iota(all_.begin(), all_.end(), 0);
  rule_.begin(is_active_.size());
  ComplementarityOutcome outcome;
  while (outcome.passes < k_most_passes) {
    ++outcome.passes;
    outcome.is_definite = solve_active(C, d);
    if (!outcome.is_definite) break;
    find_infeasible(C, d);
    if (infeasible_.empty()) break;
    rule_.choose(infeasible_);
    for (const int i : infeasible_) is_active_[i] = !is_active_[i];
  }
  // An inactive index whose w is below 0 by rounding alone stays inactive.
  if (!outcome.is_definite || !infeasible_.empty()) sweep(C, d, tolerance);
  outcome.residual = residual(C);
  return outcome;
}

/// Finds the forces with C f = d on the active indices, and w. Returns false if C is not definite
/// there.
bool ComplementaritySolver::solve_active(const Matrix& C, const Vector& d) {
  active_.clear();
  for (int i = 0; i < d.size(); ++i)
    if (is_active_[i]) active_.push_back(i);
  f_.setZero(d.size());
  if (!factor_.factor(C, active_)) return false;
  of_active_.resize(factor_.size());
  for (Eigen::Index k = 0; k < factor_.size(); ++k) of_active_[k] = d[active_[k]];
  factor_.solve(of_active_);
  for (Eigen::Index k = 0; k < factor_.size(); ++k) f_[active_[k]] = of_active_[k];
  w_ = -d;
  dense_kernels().add_columns(C.data(), C.outerStride(), active_.data(), of_active_.data(),
                              factor_.size(), w_.data(), w_.size());
  return true;
}

void ComplementaritySolver::find_slack(const Matrix& C, const Vector& d) {
  w_ = -d;
  for (int j = 0; j < d.size(); ++j)
    if (f_[j] != 0) w_ += f_[j] * C.col(j);
}

/// Indices that break a condition by more than rounding.
void ComplementaritySolver::find_infeasible(const Matrix& C, const Vector& d) {
  infeasible_.clear();
  if (d.size() == 0) return;
  const double sizes = d.cwiseAbs().maxCoeff() + C.diagonal().maxCoeff() * f_.cwiseAbs().sum();
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * sizes;
  for (int i = 0; i < d.size(); ++i)
    if (is_active_[i] ? f_[i] <= 0 : w_[i] < -rounding) infeasible_.push_back(i);
}

/// Sets each force in turn to the value at which the energy is least, so that the energy never
/// rises.
void ComplementaritySolver::sweep(const Matrix& C, const Vector& d, double tolerance) {
  f_ = f_.cwiseMax(0);
  find_slack(C, d);
  for (int sweep = 0; sweep < k_most_sweeps && residual(C) > tolerance; ++sweep) {
    for (int i = 0; i < d.size(); ++i) {
      const double change = std::max(-f_[i], -w_[i] / C(i, i));
      f_[i] += change;
      w_ += change * C.col(i);
    }
  }
  active_.clear();
  for (int i = 0; i < d.size(); ++i)
    if (f_[i] > 0) active_.push_back(i);
  factor_.factor(C, active_);
}

double ComplementaritySolver::residual(const Matrix& C) const {
  return residual_of(f_, w_, C.diagonal(), all_);
}

}  // namespace condyle
