#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace condyle {

/// Cholesky's factor of some rows and columns of a symmetric matrix, in memory that is used again.
class DenseCholesky {
 public:
  /// Factors the rows and columns `chosen` of C, of which the lower triangle counts. Returns false
  /// if they are not positive definite. Allocates only to grow.
  bool factor(const Eigen::Ref<const Eigen::MatrixXd>& C, std::span<const int> chosen);

  Eigen::Index size() const { return size_; }

  /// b := C^-1 b, for each column.
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const;

 private:
  std::vector<double> entries_;
  Eigen::Index size_ = 0;
};

}  // namespace condyle
