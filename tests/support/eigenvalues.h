#pragma once

#include <Eigen/Core>

namespace condyle::test {

/// The eigenvalues of a symmetric matrix, in ascending order. Compiled once: Eigen's solver takes
/// many seconds for each size of matrix.
Eigen::VectorXd eigenvalues_of(const Eigen::MatrixXd& symmetric);

}  // namespace condyle::test
