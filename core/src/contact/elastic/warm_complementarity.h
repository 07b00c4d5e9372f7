#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/complementarity.h"
#include "core/src/contact/elastic/dense_cholesky.h"

namespace condyle {

/// Solves the problem of ComplementaritySolver again and again, for a C of which only single rows
/// change and a d that changes little. Starts from the indices that pressed last, and updates the
/// factor of their rows if few of them change. The solution is unique, so the start affects only
/// its rounding.
class WarmComplementarity {
 public:
  /// Call for an index whose row of C changes, or that takes no part in the next solution: it no
  /// longer presses. Does nothing for an index that does not press.
  void forget(int i);

  /// Solves for the forces on the indices `chosen`, each once; all others have none, and must have
  /// been forgotten. C: square, both triangles filled, finite; d: one value per row of C. Sweeps
  /// end at `tolerance` on the residual, but pivots, which nearly always suffice, are exact to
  /// rounding. Allocates only to grow, except where pivots do not suffice.
  ComplementarityOutcome solve(const Eigen::Ref<const Eigen::MatrixXd>& C,
                               const Eigen::Ref<const Eigen::VectorXd>& d,
                               std::span<const int> chosen, double tolerance);

  const Eigen::VectorXd& forces() const { return f_; }
  std::span<const int> active() const { return active_; }  ///< forces above 0, in factor()'s order
  /// Factor of the active rows and columns of C; of their diagonal alone if they are not definite.
  const DenseCholesky& factor() const { return factor_; }

 private:
  using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
  using Vector = Eigen::Ref<const Eigen::VectorXd>;

  bool begin(const Matrix& C, const Vector& d, std::span<const int> chosen);
  void solve_active(const Matrix& C, const Vector& d);
  void find_infeasible(const Matrix& C, const Vector& d, std::span<const int> chosen);
  bool exchange(const Matrix& C);
  bool add(const Matrix& C, int i);
  bool factor_anew(const Matrix& C);
  void factor_diagonal(const Matrix& C);
  ComplementarityOutcome solve_afresh(const Matrix& C, const Vector& d, std::span<const int> chosen,
                                      double tolerance);

  Eigen::VectorXd f_, w_, of_active_;
  std::vector<int> active_;
  std::vector<char> is_active_;
  std::vector<int> infeasible_;
  std::vector<double> row_;
  DenseCholesky factor_;
  bool is_definite_ = true;  ///< factor_ is the factor of all active rows
  ExchangeRule rule_;
  ComplementaritySolver afresh_;
};

}  // namespace condyle
