#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/dense_kernels.h"

namespace condyle {

/// Right sides for DenseCholesky, side by side.
using EightColumns = Eigen::Matrix<double, Eigen::Dynamic, 8, Eigen::RowMajor>;

/// Cholesky's factor of some rows and columns of a symmetric matrix, in memory that is reused.
/// Single rows can be added and removed, at the cost of a solution instead of a factorisation. Not
/// thread-safe, even if it is only read.
class DenseCholesky {
 public:
  /// Factors the rows and columns `chosen` of C, of which only the lower triangle counts. Returns
  /// false if they are not positive definite. Allocates only to grow.
  bool factor(const Eigen::Ref<const Eigen::MatrixXd>& C, std::span<const int> chosen);

  /// Adds a last row: its entries in the columns of the rows so far, then its diagonal entry.
  /// Returns false, and adds nothing, if the matrix would not be positive definite. Allocates only
  /// to grow.
  bool append(std::span<const double> row);

  /// Removes a row and its column; those behind it move up. (Golub & Van Loan 2013, sec. 6.5:
  /// rotations add the removed column to the columns behind it.)
  void remove(Eigen::Index row);

  Eigen::Index size() const { return size_; }

  /// b := C^-1 b.
  void solve(Eigen::Ref<Eigen::VectorXd> b) const;
  void solve(EightColumns& b) const;

 private:
  double* column(Eigen::Index j) { return entries_.data() + j * stride_; }
  LowerTriangle triangle() const { return {entries_.data(), stride_, size_}; }
  void make_room(Eigen::Index size);

  /// Column by column, as in LowerTriangle; 0 outside the columns of the factor.
  mutable std::vector<double> entries_;
  mutable std::vector<double> padded_;  ///< scratch; its size is a multiple of eight
  Eigen::Index size_ = 0, stride_ = 0;
};

}  // namespace condyle
