#include "core/src/contact/elastic/iterative_complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace condyle {
namespace {

/// Systems are solved to this fraction of the residual.
constexpr double k_part = 0.03;

/// Tolerance of the first system, whose active indices are only a guess.
constexpr double k_first_tolerance = 1e-2;

/// The first system has the indices with a d above this fraction of the greatest d. A Hertz contact
/// on a half space ends at half of the greatest d. If the contact is wider, as on thin layers, the
/// next system has the missing indices.
constexpr double k_first_part = 0.5;

/// Limit on the iterations of one system; some twenty are usual.
constexpr int k_most_iterations = 500;

}  // namespace

ComplementarityOutcome IterativeComplementarity::solve(const SymmetricOperator& C,
                                                       const Eigen::VectorXd& d,
                                                       std::span<const int> chosen,
                                                       double tolerance, Start start) {
  if (start == Start::afresh) begin(d, chosen);
  rule_.begin(chosen.size());
  ComplementarityOutcome outcome;
  double closeness = k_first_tolerance;
  outcome.residual = std::numeric_limits<double>::infinity();
  while (outcome.passes < k_most_passes) {
    ++outcome.passes;
    prepare(C);
    outcome.is_definite = iterate(C, d, closeness, f_);
    if (!outcome.is_definite) break;
    find_slack(C, d, chosen);
    outcome.residual = residual_of(f_, w_, C.diagonal, chosen);
    if (outcome.residual <= tolerance && !pulls()) break;
    closeness = std::max(0.3 * tolerance, std::min(closeness, k_part * outcome.residual));
    find_infeasible(chosen);
    if (infeasible_.empty()) continue;
    rule_.choose(infeasible_);
    for (const int i : infeasible_) {
      is_active_[i] = !is_active_[i];
      f_[i] = 0;
    }
  }
  if (!(outcome.residual <= tolerance) || pulls()) {
    descend(C, d, chosen, tolerance);
    outcome.residual = residual_of(f_, w_, C.diagonal, chosen);
  }
  active_.clear();
  for (const int i : chosen)
    if (f_[i] > 0) active_.push_back(i);
  return outcome;
}

void IterativeComplementarity::begin(const Eigen::VectorXd& d, std::span<const int> chosen) {
  f_.setZero(d.size());
  is_active_.assign(d.size(), 0);
  double deepest = 0;
  for (const int i : chosen) deepest = std::max(deepest, d[i]);
  for (const int i : chosen) is_active_[i] = d[i] > k_first_part * deepest;
}

/// Lists the active indices, and prepares C for them.
void IterativeComplementarity::prepare(const SymmetricOperator& C) {
  active_.clear();
  for (int i = 0; i < static_cast<int>(C.size); ++i)
    if (is_active_[i]) active_.push_back(i);
  C.prepare(is_active_);
}

/// Solves C x = b on the active indices, starting from x, until the residual r is small: sum |r_i|
/// / C_ii, the forces that would cancel it one by one, at most `tolerance` times sum |x_i|. Returns
/// false if C is not definite.
bool IterativeComplementarity::iterate(const SymmetricOperator& C, const Eigen::VectorXd& b,
                                       double tolerance, Eigen::VectorXd& x) {
  C.multiply(x, active_, active_, Cp_);
  r_.setZero(C.size);
  p_.setZero(C.size);
  for (const int i : active_) r_[i] = b[i] - Cp_[i];
  double rz = 0;
  for (int iteration = 0; iteration < k_most_iterations; ++iteration) {
    double missed = 0, force = 0;
    for (const int i : active_) {
      missed += std::abs(r_[i]) / C.diagonal[i];
      force += std::abs(x[i]);
    }
    if (missed <= tolerance * force) return true;
    C.precondition(r_, z_);
    double rz_next = 0;
    for (const int i : active_) rz_next += r_[i] * z_[i];
    const double beta = iteration == 0 ? 0 : rz_next / rz;
    rz = rz_next;
    for (const int i : active_) p_[i] = z_[i] + beta * p_[i];
    C.multiply(p_, active_, active_, Cp_);
    double pCp = 0;
    for (const int i : active_) pCp += p_[i] * Cp_[i];
    if (!(pCp > 0)) return missed == 0;
    for (const int i : active_) {
      x[i] += rz / pCp * p_[i];
      r_[i] -= rz / pCp * Cp_[i];
    }
  }
  return true;
}

void IterativeComplementarity::solve_active(const SymmetricOperator& C, const Eigen::VectorXd& b,
                                            double tolerance, Eigen::VectorXd& x) {
  x.setZero(C.size);
  iterate(C, b, tolerance, x);
}

void IterativeComplementarity::find_slack(const SymmetricOperator& C, const Eigen::VectorXd& d,
                                          std::span<const int> chosen) {
  C.multiply(f_, active_, chosen, w_);
  for (const int i : chosen) w_[i] -= d[i];
}

void IterativeComplementarity::find_infeasible(std::span<const int> chosen) {
  infeasible_.clear();
  for (const int i : chosen)
    if (is_active_[i] ? f_[i] <= 0 : w_[i] < 0) infeasible_.push_back(i);
}

/// Steps along the gradient, shortened where they would raise the energy. The first bound on the
/// largest eigenvalue is the largest sum of a row.
void IterativeComplementarity::descend(const SymmetricOperator& C, const Eigen::VectorXd& d,
                                       std::span<const int> chosen, double tolerance) {
  f_ = f_.cwiseMax(0);
  active_.assign(chosen.begin(), chosen.end());
  find_slack(C, d, chosen);
  if (residual_of(f_, w_, C.diagonal, chosen) <= tolerance) return;
  C.multiply(Eigen::VectorXd::Ones(C.size), chosen, chosen, Cp_);
  double largest = 0;
  for (const int i : chosen) largest = std::max(largest, std::abs(Cp_[i]));
  const auto energy = [&] {
    double twice = 0;
    for (const int i : chosen) twice += f_[i] * (w_[i] - d[i]);
    return twice / 2;
  };
  double least = energy();
  for (int step = 0; step < k_most_steps && residual_of(f_, w_, C.diagonal, chosen) > tolerance;
       ++step) {
    const Eigen::VectorXd before = f_, slack = w_;
    for (const int i : chosen) f_[i] = std::max(0.0, f_[i] - w_[i] / largest);
    find_slack(C, d, chosen);
    const double now = energy();
    if (now <= least) {
      least = now;
      continue;
    }
    largest *= 2;
    f_ = before;
    w_ = slack;
  }
}

}  // namespace condyle
