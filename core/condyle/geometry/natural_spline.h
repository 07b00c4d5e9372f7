#pragma once

#include <Eigen/Core>

namespace condyle {

/// A natural cubic spline along a line of knots, the same for many columns of samples.
struct SplineFit {
  Eigen::MatrixXd values;  ///< at the knots, a column for each column of samples
  Eigen::MatrixXd slopes;  ///< first derivatives there
};

/// Per column of `samples`, taken at `knots`, the function s that makes
///     sum (sample - s)^2 + smoothness int s''^2
/// least: the natural cubic spline (Reinsch 1967, Numer. Math. 10:177-183; in the form of Green &
/// Silverman 1994, section 2.3). With smoothness 0 it passes through the samples. The unit of
/// smoothness is that of a knot cubed. Preconditions: at least two knots, strictly ascending;
/// smoothness >= 0.
SplineFit fit_natural_spline(const Eigen::VectorXd& knots, const Eigen::MatrixXd& samples,
                             double smoothness);

}  // namespace condyle
