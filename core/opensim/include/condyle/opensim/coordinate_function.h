#pragma once

#include <span>
#include <vector>

namespace condyle {

/// A polynomial in x - origin with coefficients in ascending order; zero if there are none.
struct Polynomial {
  double origin = 0;
  std::vector<double> coefficients;

  double value(double x) const;
  double slope(double x) const;
};

/// A function of coordinates, as in OpenSim's joints, couplers and moving points: a constant, a
/// linear function of any number of coordinates, or a piecewise polynomial of one coordinate. By
/// default zero.
class CoordinateFunction {
 public:
  CoordinateFunction() = default;

  /// The function slopes . q + intercept.
  static CoordinateFunction linear(std::vector<double> slopes, double intercept);

  /// The piecewise polynomial in which pieces[i] holds between knots[i - 1] and knots[i]; the first
  /// piece holds below all knots, the last one above. Preconditions: knots ascend strictly; there
  /// is one more piece than knots.
  static CoordinateFunction piecewise(std::vector<double> knots, std::vector<Polynomial> pieces);

  /// The number of coordinates that the function takes; 0 for a constant, which accepts any number.
  int arguments() const;
  bool is_constant() const { return arguments() == 0; }

  /// Whether the function is slope * q + intercept of one coordinate with |slope| = 1.
  bool is_plain_coordinate() const;

  double value(std::span<const double> q) const;
  /// The partial derivative with respect to q[i].
  double slope(std::span<const double> q, int i) const;

  /// The function multiplied by `factor`.
  CoordinateFunction scaled(double factor) const;

 private:
  const Polynomial& piece_at(double x) const;

  std::vector<double> slopes_;
  double intercept_ = 0;
  std::vector<double> knots_;
  std::vector<Polynomial> pieces_;  ///< empty if the function is linear
};

}  // namespace condyle
