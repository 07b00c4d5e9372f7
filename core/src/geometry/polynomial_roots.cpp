#include "core/src/geometry/polynomial_roots.h"

#include <cmath>

namespace condyle::geometry {
namespace {

double value(std::span<const double> c, double x) {
  double sum = 0;
  for (std::size_t k = c.size(); k-- > 0;) sum = sum * x + c[k];
  return sum;
}

/// The root in a bracket: the polynomial has the sign of `sign_high` at `high` and the opposite
/// sign at `low`.
double bracketed_root(std::span<const double> c, std::span<const double> derivative, double low,
                      double high, double sign_high) {
  double x = 0.5 * (low + high);
  for (int i = 0; i < 200; ++i) {
    const double f = value(c, x);
    if (f == 0) return x;
    (f * sign_high > 0 ? high : low) = x;
    double next = x - f / value(derivative, x);
    // If Newton's step leaves the bracket, or converges too slowly, halve the bracket.
    if (!(next > low && next < high) || i > 50) next = 0.5 * (low + high);
    if (next == low || next == high || next == x) return next;
    x = next;
  }
  return x;
}

}  // namespace

PolynomialRoots roots_between(std::span<const double> coefficients, double low, double high) {
  while (!coefficients.empty() && coefficients.back() == 0) {
    coefficients = coefficients.first(coefficients.size() - 1);
  }
  PolynomialRoots roots;
  const int degree = static_cast<int>(coefficients.size()) - 1;
  if (degree < 1 || !(low <= high)) return roots;

  std::array<double, k_highest_degree> derivative_of{};
  for (int k = 1; k <= degree; ++k) derivative_of[k - 1] = k * coefficients[k];
  const std::span<const double> derivative(derivative_of.data(), degree);
  const PolynomialRoots turns = roots_between(derivative, low, high);

  double left = low, at_left = value(coefficients, low);
  if (at_left == 0) roots.at[roots.count++] = low;
  for (int i = 0; i <= turns.count; ++i) {
    const double right = i < turns.count ? turns.at[i] : high;
    const double at_right = value(coefficients, right);
    if (at_left * at_right < 0 && roots.count < degree) {
      roots.at[roots.count++] = bracketed_root(coefficients, derivative, left, right, at_right);
    } else if (at_right == 0 && right > left && roots.count < degree) {
      roots.at[roots.count++] = right;
    }
    left = right;
    at_left = at_right;
  }
  return roots;
}

}  // namespace condyle::geometry
