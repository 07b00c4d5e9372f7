#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "condyle/pose.h"
#include "core/src/solver/elimination_order.h"

namespace condyle {

/// A square matrix A of 6 x 6 blocks, most of them 0, with a symmetric pattern, and its factors L U
/// by blocks. Rows are exchanged only inside the diagonal blocks, which suffices for I plus a
/// positive part. Iteration removes the remaining error, which is larger if factors omit fill-in
/// that would be too much to keep (EliminationOrder).
///
/// The same calls give the same bits. Nothing is allocated once the largest matrix has been seen.
class BlockMatrix {
 public:
  /// Sets A to 0, with `count` blocks a side. Couplings may be in any order and may repeat.
  void reset(int count, std::span<const Coupling> couplings);

  /// A block on the diagonal or of the pattern, to be set before factor().
  Matrix6& block(int i, int j);

  /// Returns false if no factors are found: A is singular, or nearly.
  bool factor();

  /// Broyden's update of each part of A by itself: afterwards A step = change. Returns false if A
  /// would become singular, or after too many updates since factor().
  bool add_secant(const Eigen::VectorXd& step, const Eigen::VectorXd& change);

  /// x becomes A^-1 x. An iteration ends at a residual of at most `left` times x.
  void solve(Eigen::Ref<Eigen::VectorXd> x, double left = k_good);

  /// The entries of one part of x become those of A^-1 x; others are neither read nor changed.
  void solve_part(int part, Eigen::Ref<Eigen::VectorXd> x);

  const EliminationOrder& order() const { return order_; }

  /// Largest residual of a solution, over the right-hand side.
  static constexpr double k_good = 1e-11;

 private:
  using Part = EliminationOrder::Part;
  struct Sides {
    Matrix6 lower, upper;  ///< blocks at (row, column) below the diagonal, and at (column, row)
  };
  struct Secant {
    /// In the order of elimination. A becomes A + excess step^T, and A^-1 becomes (I - answer
    /// step^T) A^-1.
    Eigen::VectorXd step, excess, answer;
  };
  bool eliminate(int k);
  void substitute(const Part& part, Eigen::VectorXd& x) const;
  void multiply(const Part& part, const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
  void multiply_all(const Part& part, const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
  void solve_first(const Part& part, double left);
  void iterate(const Part& part, double wanted);
  void solve_ordered(const Part& part, double left);
  void solve_part(int part, Eigen::Ref<Eigen::VectorXd> x, double left);

  EliminationOrder order_;
  std::vector<Coupling> couplings_;
  // All in the order of elimination:
  std::vector<Matrix6> diagonal_, inverse_;  ///< blocks of A, and inverses of U's diagonal blocks
  std::vector<Sides> sides_, factors_;       ///< by entry: blocks of A, and of L (lower) and U
  std::vector<Secant> secants_;
  std::size_t secant_count_ = 0;
  Eigen::VectorXd b_, x_, r_, r0_, p_, v_, t_, guess_, best_;
};

}  // namespace condyle
