#include "core/src/contact/elastic/warm_complementarity.h"

#include <algorithm>
#include <limits>

namespace condyle {
namespace {

/// Passes after which the problem is solved without the last solution.
constexpr int k_most_passes = 30;

/// The greatest part of the rows that is changed by updates: an update takes about as many
/// operations as a solution, 2 n^2, and a factorisation n^3 / 3.
constexpr double k_part_to_update = 0.1;

}  // namespace

void WarmComplementarity::forget(int i) {
  if (i >= static_cast<int>(is_active_.size()) || !is_active_[i]) return;
  const auto at = std::ranges::find(active_, i);
  factor_.remove(at - active_.begin());
  active_.erase(at);
  is_active_[i] = 0;
}

ComplementarityOutcome WarmComplementarity::solve(const Matrix& C, const Vector& d,
                                                  std::span<const int> chosen, double tolerance) {
  if (!begin(C, d, chosen)) return solve_afresh(C, d, chosen, tolerance);
  for (int pass = 1; pass <= k_most_passes; ++pass) {
    solve_active(C, d);
    find_infeasible(C, d, chosen);
    if (infeasible_.empty()) return {pass, residual_of(f_, w_, C.diagonal(), chosen), true};
    if (!exchange(C)) break;
  }
  return solve_afresh(C, d, chosen, tolerance);
}

/// If nothing pressed in the last solution, starts from all indices with d > 0. Returns false if C
/// is not definite.
bool WarmComplementarity::begin(const Matrix& C, const Vector& d, std::span<const int> chosen) {
  is_active_.resize(d.size(), 0);
  rule_.begin(is_active_.size());
  if (!active_.empty()) return is_definite_ || factor_anew(C);
  for (const int i : chosen) {
    if (!(d[i] > 0)) continue;
    active_.push_back(i);
    is_active_[i] = 1;
  }
  return factor_anew(C);
}

void WarmComplementarity::solve_active(const Matrix& C, const Vector& d) {
  const auto count = static_cast<Eigen::Index>(active_.size());
  of_active_.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) of_active_[k] = d[active_[k]];
  factor_.solve(of_active_);
  f_.setZero(d.size());
  w_ = -d;
  for (Eigen::Index k = 0; k < count; ++k) f_[active_[k]] = of_active_[k];
  dense_kernels().add_columns(C.data(), C.outerStride(), active_.data(), of_active_.data(), count,
                              w_.data(), w_.size());
}

/// Indices that break a condition by more than rounding.
void WarmComplementarity::find_infeasible(const Matrix& C, const Vector& d,
                                          std::span<const int> chosen) {
  infeasible_.clear();
  double most = 0, force = 0, compliance = 0;
  for (const int i : chosen) {
    most = std::max(most, std::abs(d[i]));
    compliance = std::max(compliance, C(i, i));
    force += std::abs(f_[i]);
  }
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * (most + compliance * force);
  for (const int i : chosen)
    if (is_active_[i] ? f_[i] <= 0 : w_[i] < -rounding) infeasible_.push_back(i);
}

/// Returns false if C is not definite.
bool WarmComplementarity::exchange(const Matrix& C) {
  rule_.choose(infeasible_);
  const double few = k_part_to_update * static_cast<double>(active_.size());
  if (static_cast<double>(infeasible_.size()) <= few) {
    return std::ranges::all_of(infeasible_, [&](int i) {
      if (!is_active_[i]) return add(C, i);
      forget(i);
      return true;
    });
  }
  for (const int i : infeasible_) is_active_[i] = !is_active_[i];
  std::erase_if(active_, [&](int i) { return !is_active_[i]; });
  for (const int i : infeasible_)
    if (is_active_[i]) active_.push_back(i);
  return factor_anew(C);
}

bool WarmComplementarity::add(const Matrix& C, int i) {
  row_.clear();
  for (const int j : active_) row_.push_back(C(j, i));
  row_.push_back(C(i, i));
  if (!factor_.append(row_)) return false;
  active_.push_back(i);
  is_active_[i] = 1;
  return true;
}

bool WarmComplementarity::factor_anew(const Matrix& C) {
  std::ranges::sort(active_);
  is_definite_ = factor_.factor(C, active_);
  return is_definite_;
}

void WarmComplementarity::factor_diagonal(const Matrix& C) {
  factor_.factor(C, {});
  for (std::size_t k = 0; k < active_.size(); ++k) {
    row_.assign(k, 0.0);
    row_.push_back(C(active_[k], active_[k]));
    factor_.append(row_);
  }
}

/// Solves without the last solution, from which pivots led nowhere.
ComplementarityOutcome WarmComplementarity::solve_afresh(const Matrix& C, const Vector& d,
                                                         std::span<const int> chosen,
                                                         double tolerance) {
  const auto count = static_cast<Eigen::Index>(chosen.size());
  Eigen::MatrixXd C_chosen(count, count);
  Eigen::VectorXd d_chosen(count);
  std::vector<char> start(chosen.size());
  for (Eigen::Index j = 0; j < count; ++j) {
    for (Eigen::Index i = 0; i < count; ++i) C_chosen(i, j) = C(chosen[i], chosen[j]);
    d_chosen[j] = d[chosen[j]];
    start[j] = d_chosen[j] > 0;
  }
  const ComplementarityOutcome outcome = afresh_.solve(C_chosen, d_chosen, start, tolerance);
  f_.setZero(d.size());
  std::ranges::fill(is_active_, 0);
  active_.clear();
  for (const int k : afresh_.active()) {
    const int i = chosen[k];
    f_[i] = afresh_.forces()[k];
    is_active_[i] = 1;
    active_.push_back(i);
  }
  if (!factor_anew(C)) factor_diagonal(C);
  return outcome;
}

}  // namespace condyle
