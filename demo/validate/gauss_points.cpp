#include "validate/gauss_points.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace condyle {

GaussPoints gauss_points(int n, double from, double to) {
  Eigen::VectorXd beside(n - 1);
  for (int i = 1; i < n; ++i) beside[i - 1] = i / std::sqrt(4.0 * i * i - 1);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::VectorXd::Zero(n), beside);
  const double half = 0.5 * (to - from);
  return {(half * solver.eigenvalues()).array() + 0.5 * (from + to),
          2 * half * solver.eigenvectors().row(0).cwiseAbs2().transpose()};
}

GaussPoints gauss_points_in_pieces(int n, int pieces, double from, double to) {
  GaussPoints all{Eigen::VectorXd(n * pieces), Eigen::VectorXd(n * pieces)};
  const GaussPoints one = gauss_points(n, 0, (to - from) / pieces);
  for (int i = 0; i < pieces; ++i) {
    all.points.segment(i * n, n) = one.points.array() + (from + i * (to - from) / pieces);
    all.weights.segment(i * n, n) = one.weights;
  }
  return all;
}

}  // namespace condyle
