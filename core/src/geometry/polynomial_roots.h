#pragma once

#include <array>
#include <span>

namespace condyle::geometry {

inline constexpr int k_highest_degree = 6;

/// Real roots of a polynomial, ascending.
struct PolynomialRoots {
  int count = 0;
  std::array<double, k_highest_degree> at{};
};

/// The roots in [low, high] of sum coefficients[k] x^k, of degree 6 or less, at which the
/// polynomial changes sign or is exactly zero: roots of odd order always, a double root only if
/// rounding happens to show it. Between two neighbouring roots of its derivative, found by the same
/// method, a polynomial has at most one root; Newton's method within a bracket finds it as
/// accurately as the polynomial can be evaluated.
PolynomialRoots roots_between(std::span<const double> coefficients, double low, double high);

}  // namespace condyle::geometry
