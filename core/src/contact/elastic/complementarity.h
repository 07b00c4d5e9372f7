#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/dense_cholesky.h"

namespace condyle {

/// How well a problem of complementarity was solved.
struct ComplementarityOutcome {
  int passes = 0;  ///< factorisations
  /// Violation of the conditions, sum |min(f_i, w_i / C_ii)| with w = C f - d, over the sum of
  /// forces. Computed from the forces that are returned.
  double residual = 0;
  bool is_definite = true;  ///< false: C is not positive definite, and forces come from sweeps
};

/// ComplementarityOutcome::residual of the forces f on the indices, with the diagonal of C.
double residual_of(const Eigen::VectorXd& f, const Eigen::VectorXd& w,
                   const Eigen::Ref<const Eigen::VectorXd, 0, Eigen::InnerStride<>>& diagonal,
                   std::span<const int> indices);

/// Which of the indices that break a condition change sides in block pivoting: all of them, or only
/// one if their number has not fallen for some passes.
class ExchangeRule {
 public:
  void begin(std::size_t count);
  /// Reduces the list of indices that break a condition to its last one if exchanging blocks no
  /// longer helps.
  void choose(std::vector<int>& infeasible);

 private:
  std::size_t fewest_ = 0;  ///< fewest indices so far that broke a condition
  int patience_ = 0;        ///< blocks that may still be exchanged without fewer indices
};

/// Solves f >= 0, C f >= d, f_i (C f - d)_i = 0 for a symmetric positive definite C: the f >= 0
/// that makes 1/2 f'Cf - d'f least. There is exactly one.
///
/// Block pivoting (Judice & Pires 1994, Comput. Oper. Res. 21:587; Kim & Park 2011, SIAM J. Sci.
/// Comput. 33:3261): solve for the forces that may be above 0, exchange all indices that break a
/// condition, and one at a time (Murty 1974) while their number does not fall, which ends for any
/// definite C. After k_most_passes the energy is lowered force by force (Gauss and Seidel), and the
/// residual measures the remaining error.
class ComplementaritySolver {
 public:
  static constexpr int k_most_passes = 100;
  static constexpr int k_most_sweeps = 1000;

  /// C: n x n, both triangles filled; d: n. `start`: whether each force is expected to be above 0;
  /// it only saves passes. Sweeps end at `tolerance` on the residual. Allocates only to grow.
  ComplementarityOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& C,
                               const Eigen::Ref<const Eigen::VectorXd>& d,
                               std::span<const char> start, double tolerance);

  const Eigen::VectorXd& forces() const { return f_; }
  std::span<const int> active() const { return active_; }  ///< forces above 0, ascending
  /// Factor of the active rows and columns of C. Valid if the problem is definite.
  const DenseCholesky& factor() const { return factor_; }

 private:
  using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
  using Vector = Eigen::Ref<const Eigen::VectorXd>;

  bool solve_active(const Matrix& C, const Vector& d);
  void find_infeasible(const Matrix& C, const Vector& d);
  void sweep(const Matrix& C, const Vector& d, double tolerance);
  void find_slack(const Matrix& C, const Vector& d);
  double residual(const Matrix& C) const;

  Eigen::VectorXd f_, w_;
  std::vector<char> is_active_;
  std::vector<int> all_, active_, infeasible_;
  ExchangeRule rule_;
  Eigen::VectorXd of_active_;
  DenseCholesky factor_;
};

}  // namespace condyle
