#include <Eigen/LU>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/src/base/bessel.h"
#include "core/src/contact/elastic/layer_kernel.h"

namespace condyle::test::layer_kernel_tests {
namespace {

/// The surface's displacement under a pressure cos(x) on a layer of thickness t and shear modulus
/// 1, from Navier's equations in the thickness, y = (U, W, T, S) for displacements U sin x, W cos x
/// and stresses T sin x, S cos x, by the Runge-Kutta method: independent of the closed form.
double by_navier(double t, double nu) {
  const double lambda = 2 * nu / (1 - 2 * nu), m = lambda + 2;
  Eigen::Matrix4d A;
  A << 0, 1, 1, 0, -lambda / m, 0, 0, 1 / m, m - lambda * lambda / m, 0, 0, lambda / m, 0, 0, -1, 0;
  const int steps = 2000;
  const double h = t / steps;
  Eigen::Matrix<double, 4, 2> y = Eigen::Matrix<double, 4, 2>::Zero();
  y(2, 0) = y(3, 1) = 1;  // bonded below: no displacement, any stress
  for (int i = 0; i < steps; ++i) {
    const Eigen::Matrix<double, 4, 2> a = A * y, b = A * (y + h / 2 * a), c = A * (y + h / 2 * b),
                                      d = A * (y + h * c);
    y += h / 6 * (a + 2 * b + 2 * c + d);
  }
  // The combination without shear stress and with S = -1 above.
  const Eigen::Vector2d combination = y.bottomRows<2>().inverse() * Eigen::Vector2d(0, -1);
  return -y.row(1).dot(combination);
}

}  // namespace

TEST_CASE("layer ratio: closed form against Navier's equations", "[contact][elastic_layer]") {
  const double nu = GENERATE(-0.5, 0.0, 0.3, 0.46, 0.499);
  const double t = GENERATE(0.03, 0.3, 1.0, 3.0, 6.0);
  // Compliance 2 (1 - nu^2) / (E k) M = (1 - nu) / (G k) M. The Runge-Kutta method leaves
  // (t/2000)^4, times exp(2 t) for cancellation at t = 6.
  CHECK(by_navier(t, nu) == Approx((1 - nu) * layer_ratio(t, nu)).epsilon(1e-7));
}

TEST_CASE("layer ratio: thin and thick layers", "[contact][elastic_layer]") {
  const double nu = GENERATE(0.0, 0.3, 0.46);
  const double E = 463e6;
  // Thin: h over the constrained modulus, with the next term of order t^2.
  const double t = 1e-4;
  const double compliance_over_h = 2 * (1 - nu * nu) / E * layer_ratio(t, nu) / t;
  CHECK(compliance_over_h == Approx(1 / constrained_modulus(E, nu)).epsilon(1e-6));
  CHECK(layer_ratio(30, nu) == Approx(1).epsilon(1e-12));
  CHECK(layer_ratio(1e4, nu) == 1);
}

TEST_CASE("an incompressible thin layer yields with the cube of its wave",
          "[contact][elastic_layer]") {
  // M = 2 t^3 / 3 + ..., by its series.
  CHECK(layer_ratio(1e-3, 0.5) == Approx(2e-9 / 3).epsilon(1e-4));
}

TEST_CASE("layer correction: the table keeps its error", "[contact][elastic_layer]") {
  const double nu = GENERATE(0.0, 0.3, 0.46, 0.5);
  const LayerCorrection correction(nu);
  CHECK(correction.error() <= LayerCorrection::k_error);
  const auto integral = [nu](double x) {
    double sum = 0;  // Simpson's rule, other points than the table's
    const int n = 4000;
    const double step = 20.0 / n;
    for (int i = 0; i <= n; ++i) {
      const double weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * (layer_ratio(i * step, nu) - 1) * bessel_j0(x * i * step);
    }
    return sum * step / 3;
  };
  double worst = 0;
  for (double x = 0; x < 24; x += 0.173)
    worst = std::max(worst, std::abs(correction(x) - integral(x)));
  CHECK(worst < 2 * LayerCorrection::k_error);  // Simpson's own error is some 1e-10
  // Nothing jumps where the table ends.
  CHECK(std::abs(correction(23.999) + 1 / 23.999) < 2 * LayerCorrection::k_error);
}

TEST_CASE("layers of one Poisson's ratio share a correction, of the bits of a new one",
          "[contact][elastic_layer]") {
  const auto correction_of = [](double modulus, double nu, double thickness) {
    return make_layer_kernel({modulus, nu, thickness}).correction;
  };
  const auto shared = correction_of(1e6, 0.41, 2e-3);
  CHECK(correction_of(5e8, 0.41, 8e-3) == shared);
  CHECK(correction_of(1e6, 0.42, 2e-3) != shared);
  CHECK(correction_of(1e6, 0.41, 3e-3) == shared);
  const LayerCorrection own(0.41);
  for (double x = 0; x < 24; x += 0.37) CHECK((*shared)(x) == own(x));
}

TEST_CASE("an even pressure presses a layer by h over its modulus", "[contact][elastic_layer]") {
  // int 2 pi r u(r) dr over the kernel is the compliance at k = 0: h / K, and 0 at nu = 0.5.
  const double nu = GENERATE(0.0, 0.3, 0.46, 0.5);
  const LayerCorrection correction(nu);
  double sum = 0;
  const double step = 1e-3;
  for (double x = step / 2; x < 24; x += step) sum += step * (1 + x * correction(x));
  const double expected = nu < 0.5 ? 1 / constrained_modulus(1, nu) / (2 * (1 - nu * nu)) : 0;
  // The table's error of 1e-8 times x, over 24.
  CHECK(sum == Approx(expected).margin(2e-6));
}

}  // namespace condyle::test::layer_kernel_tests
