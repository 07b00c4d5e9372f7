#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "condyle/pose.h"
#include "condyle/solver/elimination_order.h"

namespace condyle {

/// A square matrix A of 6 x 6 blocks, most of them 0, whose pattern is symmetric, and its factors
/// L U by blocks. Rows are exchanged inside the diagonal blocks alone, which does for I plus a
/// positive part; what the factors leave over for that, or because all that fills up would be too
/// much to keep (EliminationOrder), is iterated away.
///
/// The same calls give the same bits. Nothing is allocated once the largest matrix has been seen.
class BlockMatrix {
 public:
  /// A becomes 0, with `count` blocks a side and these couplings, in any order and as often as one
  /// likes.
  void reset(int count, std::span<const Coupling> couplings);

  /// On the diagonal or of the pattern; to be set before factor().
  Matrix6& block(int i, int j);

  /// False where no factors are found: A is singular, or nearly.
  bool factor();

  /// Broyden's update of each part of A by itself: afterwards A step = change. False where that
  /// would be singular, or too many have been made since factor().
  bool add_secant(const Eigen::VectorXd& step, const Eigen::VectorXd& change);

  /// x becomes A^-1 x; where that is iterated, to what leaves over at most `left` of x.
  void solve(Eigen::Ref<Eigen::VectorXd> x, double left = k_good);

  /// The same for one part, its entries of x alone; others are neither read nor changed.
  void solve_part(int part, Eigen::Ref<Eigen::VectorXd> x);

  const EliminationOrder& order() const { return order_; }

  /// What a solution leaves over at most, as part of the right-hand side.
  static constexpr double k_good = 1e-11;

 private:
  using Part = EliminationOrder::Part;
  struct Sides {
    Matrix6 lower, upper;  ///< an entry (row, column) below the diagonal, and (column, row)
  };
  struct Secant {
    Eigen::VectorXd step, excess, answer;  ///< A becomes A + excess step^T, and A^-1 becomes
                                           ///< (I - answer step^T) A^-1; in order
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
  std::vector<Matrix6> diagonal_, inverse_;  ///< of A, and of U's diagonal blocks
  std::vector<Sides> sides_, factors_;       ///< by entry: of A; of L (lower) and U
  std::vector<Secant> secants_;
  std::size_t secant_count_ = 0;
  Eigen::VectorXd b_, x_, r_, r0_, p_, v_, t_, guess_, best_;
};

}  // namespace condyle
