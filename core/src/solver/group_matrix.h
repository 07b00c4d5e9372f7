#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/src/solver/block_matrix.h"
#include "core/src/solver/group.h"
#include "core/src/solver/soft_directions.h"

namespace condyle {

/// The change of one body's velocity by an impulse.
struct BodyChange {
  int body = -1;  ///< index in the group
  Vector6 velocity = Vector6::Zero();
};

/// The matrix of a group's step in mass-root coordinates, 1 + B^T (dt^2 K + dt D) B, and its
/// factors. K and D are the derivatives of the forces of pairs and strands.
class GroupMatrix {
 public:
  /// Keeps a reference to the group, whose derivatives it reads.
  explicit GroupMatrix(const Group& group) : group_(group) {}

  /// Builds the matrix less 1 from the derivatives of the last evaluation. With soft directions
  /// that are found, as soft_directions.h says; `soft` may be null.
  void assemble(SoftDirections* soft);
  /// Sets `dense` to the matrix.
  void copy_to(SoftDirections::Matrix& dense);
  /// Adds 1 and factors the matrix. Returns false if it is singular, or nearly.
  bool factor();
  /// Makes the matrix 1, and factors it.
  void set_identity();

  /// Broyden's update (1965): the matrix nearest to the present one that would have predicted the
  /// `change` of the residual by the last `step`. Returns false if derivatives are needed instead.
  bool add_secant(const Eigen::VectorXd& step, const Eigen::VectorXd& change);

  /// x becomes A^-1 x, with a residual of at most `left` times x.
  void solve(Eigen::VectorXd& x, double left = BlockMatrix::k_good) { matrix_.solve(x, left); }

  /// GroupSolver::response().
  void response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                std::vector<BodyChange>& changes);

  /// Changes whenever the factors change.
  int factorings() const { return factorings_; }

 private:
  void couple();
  void couple_all();
  void to_mass_roots(int a, int b);
  void soften(SoftDirections& soft);

  const Group& group_;
  std::vector<Coupling> couplings_;  ///< pairs of coupled bodies, each once, ascending
  BlockMatrix matrix_;
  int factorings_ = 0;
  Eigen::VectorXd impulse_;  ///< scratch: 6 entries per body
};

}  // namespace condyle
