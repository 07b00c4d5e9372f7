#pragma once

#include <Eigen/Core>

namespace condyle::geometry {

// Functions that need a decomposition of Eigen. A compiler takes many seconds for it in every file
// that calls it, so it is compiled here alone.

using Matrix87 = Eigen::Matrix<double, 8, 7>;
using Vector8 = Eigen::Matrix<double, 8, 1>;
using Vector7 = Eigen::Matrix<double, 7, 1>;

/// The shortest x for which |A x - b| is least.
Vector7 least_squares(const Matrix87& A, const Vector8& b);

using UpToThreeColumns = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3>;
using UpToThree = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

/// The shortest x for which |A^T x - b| is least.
Eigen::Vector3d least_squares_of_transposed(const UpToThreeColumns& A, const UpToThree& b);

}  // namespace condyle::geometry
