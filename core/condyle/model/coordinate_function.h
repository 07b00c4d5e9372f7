#pragma once

#include <span>
#include <vector>

namespace condyle {

/// A polynomial in x - origin, coefficients ascending. Empty: zero.
struct Polynomial {
  double origin = 0;
  std::vector<double> coefficients;

  double value(double x) const;
  double slope(double x) const;
};

/// A function of coordinates as OpenSim's joints, couplers and moving points have it: a constant, a
/// linear function of any number of coordinates, or a piecewise polynomial of one. A default one is
/// zero everywhere.
class CoordinateFunction {
 public:
  CoordinateFunction() = default;

  /// slopes . q + intercept.
  static CoordinateFunction linear(std::vector<double> slopes, double intercept);

  /// pieces[i] holds between knots[i - 1] and knots[i]; the first below all knots, the last above.
  /// Preconditions: knots ascend strictly, one piece more than knots.
  static CoordinateFunction piecewise(std::vector<double> knots, std::vector<Polynomial> pieces);

  /// How many coordinates it needs; a constant takes any number.
  int arguments() const;
  bool is_constant() const { return arguments() == 0; }

  /// Whether it is slope * q + intercept of one coordinate with |slope| = 1.
  bool is_plain_coordinate() const;

  double value(std::span<const double> q) const;
  /// The partial derivative with respect to coordinate `i` of `q`.
  double slope(std::span<const double> q, int i) const;

  /// The function times `factor`.
  CoordinateFunction scaled(double factor) const;

 private:
  const Polynomial& piece_at(double x) const;

  std::vector<double> slopes_;
  double intercept_ = 0;
  std::vector<double> knots_;
  std::vector<Polynomial> pieces_;  ///< empty: linear
};

}  // namespace condyle
