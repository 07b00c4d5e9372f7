#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <vector>

#include "core/src/contact/elastic/complementarity.h"

namespace condyle {

/// A symmetric positive definite C that is known by its products with vectors. Vectors have one
/// value per index; lists of indices are ascending.
struct SymmetricOperator {
  Eigen::Index size = 0;
  Eigen::VectorXd diagonal;
  /// y := C x at the indices `to`, for an x that is 0 except at the indices `from`.
  std::function<void(const Eigen::VectorXd& x, std::span<const int> from, std::span<const int> to,
                     Eigen::VectorXd& y)>
      multiply;
  /// Prepares precondition() for the rows and columns of the indices whose flag is set.
  std::function<void(std::span<const char> is_chosen)> prepare;
  /// z := approximately C^-1 r, for the prepared rows and columns of C; z is 0 elsewhere. The
  /// approximation is symmetric and positive definite.
  std::function<void(const Eigen::VectorXd& r, Eigen::VectorXd& z)> precondition;
};

/// Solves the problem of ComplementaritySolver for a C that is too large to be factored: the same
/// block pivoting, where preconditioned conjugate gradients solve each system to a fraction of the
/// residual so far: the set of forces above 0 is not known any better. After k_most_passes the
/// energy is lowered along its gradient, projected onto f >= 0 (Goldstein 1964), and the residual
/// measures the remaining error.
class IterativeComplementarity {
 public:
  static constexpr int k_most_passes = 100;
  static constexpr int k_most_steps = 1000;

  /// Where to start: from d alone, or from the last forces, of the same C and d.
  enum class Start { afresh, last_forces };

  /// d: one value per index. `chosen`: indices that may have forces. Ends when the residual is at
  /// most `tolerance`, or where rounding allows no less. Started afresh, equal arguments give equal
  /// bits.
  ComplementarityOutcome solve(const SymmetricOperator& C, const Eigen::VectorXd& d,
                               std::span<const int> chosen, double tolerance,
                               Start start = Start::afresh);

  const Eigen::VectorXd& forces() const { return f_; }
  std::span<const int> active() const { return active_; }  ///< forces above 0, ascending

  /// x := C^-1 b on the active indices, until sum |r_i| / C_ii with r = b - C x is at most
  /// `tolerance` times sum |x_i|. b is read only there. Call after solve(), with the C of that
  /// call.
  void solve_active(const SymmetricOperator& C, const Eigen::VectorXd& b, double tolerance,
                    Eigen::VectorXd& x);

 private:
  bool iterate(const SymmetricOperator& C, const Eigen::VectorXd& b, double tolerance,
               Eigen::VectorXd& x);
  void begin(const Eigen::VectorXd& d, std::span<const int> chosen);
  void prepare(const SymmetricOperator& C);
  void find_slack(const SymmetricOperator& C, const Eigen::VectorXd& d,
                  std::span<const int> chosen);
  void find_infeasible(std::span<const int> chosen);
  bool pulls() const { return (f_.array() < 0).any(); }  ///< a force is below 0
  void descend(const SymmetricOperator& C, const Eigen::VectorXd& d, std::span<const int> chosen,
               double tolerance);

  Eigen::VectorXd f_, w_;
  std::vector<char> is_active_;
  std::vector<int> active_, infeasible_;
  ExchangeRule rule_;
  Eigen::VectorXd r_, z_, p_, Cp_;
};

}  // namespace condyle
