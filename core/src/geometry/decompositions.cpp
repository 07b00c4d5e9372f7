#include "core/src/geometry/decompositions.h"

#include <Eigen/QR>

namespace condyle::geometry {

Vector7 least_squares(const Matrix87& A, const Vector8& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

Eigen::Vector3d least_squares_of_transposed(const UpToThreeColumns& A, const UpToThree& b) {
  return A.transpose().completeOrthogonalDecomposition().solve(b);
}

}  // namespace condyle::geometry
