#pragma once

#include <Eigen/Core>

namespace condyle {

/// Natural cubic splines over a line of knots: one spline for each column of samples, all over the
/// same knots.
struct SplineFit {
  Eigen::MatrixXd values;  ///< values at the knots, one column per column of samples
  Eigen::MatrixXd slopes;  ///< first derivatives at the knots
};

/// For each column of `samples`, taken at `knots`, finds the function s that minimises
///     sum (sample - s)^2 + smoothness int s''^2:
/// a natural cubic spline (Reinsch 1967, Numer. Math. 10:177-183; in the form of Green & Silverman
/// 1994, section 2.3). With smoothness 0 it passes through the samples. Smoothness has the unit of
/// a knot cubed. Preconditions: at least two knots, strictly ascending; smoothness >= 0.
SplineFit fit_natural_spline(const Eigen::VectorXd& knots, const Eigen::MatrixXd& samples,
                             double smoothness);

}  // namespace condyle
