#pragma once

#include <Eigen/Core>

namespace condyle {

/// Points and weights of the Gauss-Legendre rule.
struct GaussPoints {
  Eigen::VectorXd points, weights;
};

/// The rule of n points on an interval (Golub & Welsch 1969, Math. Comp. 23:221: points are the
/// eigenvalues of a tridiagonal matrix).
GaussPoints gauss_points(int n, double from, double to);

/// `pieces` rules of n points side by side, for oscillating functions.
GaussPoints gauss_points_in_pieces(int n, int pieces, double from, double to);

}  // namespace condyle
