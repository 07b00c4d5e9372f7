#pragma once

#include <array>
#include <span>

namespace condyle {

inline constexpr int k_highest_degree = 6;

/// Real roots of a polynomial, ascending.
struct PolynomialRoots {
  int count = 0;
  std::array<double, k_highest_degree> at{};
};

/// The roots in [low, high] of sum coefficients[k] x^k, of degree 6 or less, at which the
/// polynomial changes its sign or is exactly zero: those of odd order for certain, a double root
/// only where rounding happens to show it. Between two neighbouring roots of its derivative, found
/// in the same way, a polynomial has one root at most; Newton's method kept in a bracket finds it
/// to the accuracy with which the polynomial can be evaluated.
PolynomialRoots roots_between(std::span<const double> coefficients, double low, double high);

}  // namespace condyle
