// Curvature and its integrals against closed forms.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/contact/contact_laws.h"
#include "condyle/error.h"
#include "condyle/geometry/curvature.h"
#include "core/geometry/random_shapes.h"
#include "support/rounds.h"

namespace condyle::test::curvature_tests {

using namespace geometry;

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 43;

/// Integral of f(parametric point) dA by the midpoint rule over full periods in u, and
/// Gauss-Legendre points in v.
template <class F>
double surface_integral(const Shape& shape, double v_low, double v_high, F&& f) {
  constexpr int nu = 400, nv = 400;
  constexpr double root = 0.5773502691896257;  // two points to a cell
  double sum = 0;
  for (int i = 0; i < nu; ++i) {
    for (int j = 0; j < nv; ++j) {
      for (const double side : {-root, root}) {
        const double u = 2 * pi * (i + 0.5) / nu;
        const double v = v_low + (v_high - v_low) * (j + 0.5 + 0.5 * side) / nv;
        const ParametricJet jet = parametric(shape, {u, v});
        sum += f(jet) * jet.du.cross(jet.dv).norm();
      }
    }
  }
  return sum * 2 * pi / nu * (v_high - v_low) / nv / 2;
}

}  // namespace

TEST_CASE("curvature of the ellipsoid in closed form", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 2000; ++i) {
    const Ellipsoid shape = random.ellipsoid();
    const Vector3d p = random.point_on(shape), a2 = shape.semi_axes.cwiseAbs2();
    const SurfaceCurvature c = curvature(implicit(shape, p));
    const double S = p.cwiseAbs2().cwiseQuotient(a2.cwiseAbs2()).sum(), abc2 = a2.prod();
    const double gaussian = 1 / (abc2 * S * S);
    const double mean = std::abs(p.squaredNorm() - a2.sum()) / (2 * abc2 * S * std::sqrt(S));
    INFO("seed " << k_seed << ", axes " << shape.semi_axes.transpose());
    CHECK(c.gaussian() == Approx(gaussian).epsilon(1e-9));
    // The closed form of the mean curvature subtracts squares of semi-axes whose ratio is up to
    // 300.
    CHECK(c.mean() == Approx(mean).epsilon(1e-10));
    CHECK(gaussian_curvature(implicit(shape, p)) == Approx(gaussian).epsilon(1e-12));
    CHECK(mean_curvature(implicit(shape, p)) == Approx(mean).epsilon(1e-10));
  }
}

TEST_CASE("curvature of the torus in closed form", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 2000; ++i) {
    const Torus shape = random.torus();
    const double R = shape.major_radius, r = shape.minor_radius;
    const double t = random.uniform(-pi, pi), out = R + r * std::cos(t);
    const SurfaceCurvature c =
        curvature(implicit(shape, parametric(shape, {random.uniform(-pi, pi), t}).point));
    CHECK(c.gaussian() == Approx(std::cos(t) / (r * out)).margin(1e-11 / (r * r)));
    CHECK(c.mean() == Approx((R + 2 * r * std::cos(t)) / (2 * r * out)).epsilon(1e-11));
    CHECK(c.max == Approx(1 / r).epsilon(1e-11));
  }
}

TEST_CASE("implicit and parametric curvature agree, and frames diagonalise it", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < rounds(300); ++i) {
    for (const Shape& shape : random.one_of_each()) {
      if (!has_parameters(shape) || std::holds_alternative<Cone>(shape)) continue;
      const Vector3d on = random.point_on(shape);
      const ParametricJet jet = parametric(shape, parameters(shape, on));
      if (jet.du.cross(jet.dv).norm() < 1e-3 * jet.du.norm() * jet.dv.norm()) continue;
      const SurfaceJet f = implicit(shape, on);
      const SurfaceCurvature a = curvature(f), b = curvature(jet);
      INFO(test::described(shape, k_seed));
      const double size = std::abs(a.max) + std::abs(a.min) + 1e-9;
      CHECK(std::abs(a.max - b.max) <= 1e-8 * size);
      CHECK(std::abs(a.min - b.min) <= 1e-8 * size);
      CHECK((a.frame.transpose() * a.frame - Eigen::Matrix3d::Identity()).norm() < 1e-13);
      CHECK(a.frame.determinant() == Approx(1));
      CHECK(std::abs(curvature_in_direction(f, a.frame.col(0)) - a.max) <= 1e-12 * size);
      CHECK(std::abs(curvature_in_direction(f, a.frame.col(1)) - a.min) <= 1e-12 * size);
      // Euler's formula for a direction between, and its torsion.
      const double w = random.uniform(0, pi), c = std::cos(w), s = std::sin(w);
      const Vector3d t = c * a.frame.col(0) + s * a.frame.col(1);
      CHECK(std::abs(curvature_in_direction(f, t) - (a.max * c * c + a.min * s * s)) <=
            1e-12 * size);
      // b = t x n is s along max and -c along min.
      CHECK(std::abs(torsion_in_direction(f, t) - (a.max - a.min) * s * c) <= 1e-12 * size);
    }
  }
}

TEST_CASE("Gauss-Bonnet: curvature integrates to 4 pi over an ellipsoid, 0 over a torus",
          "[geometry]") {
  const auto K = [](const ParametricJet& jet) { return curvature(jet).gaussian(); };
  const auto K_plus = [](const ParametricJet& jet) {
    return std::max(0.0, curvature(jet).gaussian());
  };
  CHECK(surface_integral(Ellipsoid{{0.3, 0.5, 0.7}}, -pi / 2, pi / 2, K) ==
        Approx(4 * pi).epsilon(1e-8));
  CHECK(surface_integral(Torus{0.5, 0.2}, -pi, pi, K) == Approx(0).margin(1e-10));
  // The outer half of a torus covers the sphere of directions once. The kink costs accuracy.
  CHECK(surface_integral(Torus{0.5, 0.2}, -pi, pi, K_plus) == Approx(4 * pi).epsilon(1e-4));
}

TEST_CASE("areas are the integrals of the surface", "[geometry]") {
  const auto one = [](const ParametricJet&) { return 1.0; };
  const Vector3d axes[] = {{0.3, 0.5, 0.7}, {0.7, 0.3, 0.5}, {1, 1, 0.1}, {1, 0.2, 0.2}, {2, 2, 2}};
  for (const Vector3d& a : axes) {
    const Ellipsoid shape{a};
    CHECK(surface_integral(shape, -pi / 2, pi / 2, one) ==
          Approx(solid_properties(shape).area).epsilon(1e-7));
  }
  const Torus torus{0.5, 0.2};
  CHECK(surface_integral(torus, -pi, pi, one) == Approx(4 * pi * pi * 0.1).epsilon(1e-12));
  CHECK(solid_properties(torus).area == Approx(4 * pi * pi * 0.1).epsilon(1e-14));
  CHECK(solid_properties(torus).volume == Approx(2 * pi * pi * 0.5 * 0.04).epsilon(1e-14));
  // Oblate and prolate spheroids have elementary areas.
  const double e = std::sqrt(1 - 0.25), oblate = 2 * pi * (1 + 0.25 / e * std::atanh(e));
  CHECK(solid_properties(Ellipsoid{{1, 1, 0.5}}).area == Approx(oblate).epsilon(1e-14));
  const double prolate = 2 * pi * 0.25 * (1 + 2 / e * std::asin(e));
  CHECK(solid_properties(Ellipsoid{{0.5, 1, 0.5}}).area == Approx(prolate).epsilon(1e-14));
}

TEST_CASE("curvatures of two surfaces combine by Johnson's formulas", "[geometry]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < 2000; ++i) {
    SurfaceCurvature a{.max = random.uniform(-5, 50), .min = 0};
    a.min = a.max - random.uniform(0, 20);
    a.frame = random.pose(pi, 0).linear();
    const double b_max = random.uniform(-5, 50), b_min = b_max - random.uniform(0, 20);
    const double w = random.uniform(0, pi);
    const Vector3d x_b = std::cos(w) * a.frame.col(0) + std::sin(w) * a.frame.col(1);
    const SurfaceCurvature c = combined_curvature(a, b_max, b_min, x_b);
    const double da = a.max - a.min, db = b_max - b_min;
    CHECK(c.max + c.min == Approx(a.max + a.min + b_max + b_min).margin(1e-11));
    CHECK(c.max - c.min ==
          Approx(std::sqrt(da * da + db * db + 2 * da * db * std::cos(2 * w))).margin(1e-11));
    CHECK(c.frame.determinant() == Approx(1));
    // Along its principal directions the gap is that of both paraboloids.
    const Vector3d y_b = a.frame.col(2).cross(x_b);
    for (const int k : {0, 1}) {
      const Vector3d t = c.frame.col(k);
      const auto square = [](double x) { return x * x; };
      const double gap = a.max * square(t.dot(a.frame.col(0))) +
                         a.min * square(t.dot(a.frame.col(1))) + b_max * square(t.dot(x_b)) +
                         b_min * square(t.dot(y_b));
      CHECK(gap == Approx(k == 0 ? c.max : c.min).margin(1e-11));
    }
  }
}

TEST_CASE("Hertz contact of balls in closed form", "[geometry]") {
  const double E = 115e9, R = 0.01, F = 50;
  const HertzContact c = hertz_contact(1 / R, 1 / R, E, F);
  const double a = std::cbrt(3 * F * R / (4 * E));
  CHECK(c.semi_axis_long == Approx(a).epsilon(1e-13));
  CHECK(c.semi_axis_short == Approx(a).epsilon(1e-13));
  CHECK(c.approach == Approx(a * a / R).epsilon(1e-13));
  CHECK(c.peak_pressure == Approx(3 * F / (2 * pi * a * a)).epsilon(1e-13));
  CHECK(c.stiffness == Approx(4.0 / 3 * E * std::sqrt(R)).epsilon(1e-13));
}

TEST_CASE("the Hertz ellipse satisfies the equations it comes from", "[geometry]") {
  // Compared with the standard library's elliptic integrals, which use another method.
  for (const double ratio : {0.9, 0.5, 0.1, 1e-2, 1e-3}) {
    const HertzContact c = hertz_contact(100, 100 * ratio, 2e9, 30);
    const double k = c.semi_axis_short / c.semi_axis_long, e = std::sqrt(1 - k * k);
    const double K = std::comp_ellint_1(e), E = std::comp_ellint_2(e);
    CHECK(ratio == Approx(k * k * (K - E) / (E - k * k * K)).epsilon(1e-9));
    // Johnson 1985, eq. 4.26: both curvatures and the approach from p0.
    const double a = c.semi_axis_long, b = c.semi_axis_short, p = c.peak_pressure / 2e9;
    CHECK(p * b / (e * e * a * a) * (K - E) == Approx(50 * ratio).epsilon(1e-9));
    CHECK(p * b / (e * e * a * a) * (E / (k * k) - K) == Approx(50).epsilon(1e-9));
    CHECK(c.approach == Approx(p * b * K).epsilon(1e-12));
  }
  CHECK_THROWS_AS(hertz_contact(1, 0, 1e9, 1), InputError);
  CHECK_THROWS_AS(hertz_contact(1, 2, 1e9, 1), InputError);
  CHECK_THROWS_AS(combined_modulus(1e9, 0.7, 1e9, 0.3), InputError);
  CHECK(combined_modulus(210e9, 0.3, 210e9, 0.3) == Approx(105e9 / 0.91));
}

}  // namespace condyle::test::curvature_tests
