#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/opensim/src/spline_functions.h"

namespace condyle::test::spline_functions_tests {

using namespace opensim;

namespace {

double at(const CoordinateFunction& f, double x) { return f.value(std::array{x}); }
double slope(const CoordinateFunction& f, double x) { return f.slope(std::array{x}, 0); }

const std::vector<double> k_x = {-1, -0.3, 0.4, 0.9, 2, 2.5};

template <class F>
std::vector<double> values(F&& f, const std::vector<double>& x = k_x) {
  std::vector<double> y;
  for (const double v : x) y.push_back(f(v));
  return y;
}

using Maker = CoordinateFunction (*)(std::span<const double>, std::span<const double>);

}  // namespace

TEST_CASE("splines pass through their points with continuous slopes", "[model][spline]") {
  const Maker make = GENERATE(simm_spline, natural_cubic_spline, natural_quintic_spline);
  const std::vector<double> y = {3, -1, 2, 2.5, -4, 0};
  const CoordinateFunction f = make(k_x, y);
  for (std::size_t i = 0; i < k_x.size(); ++i) {
    CHECK(at(f, k_x[i]) == Approx(y[i]).margin(1e-14));
    const double step = 1e-9;
    CHECK(slope(f, k_x[i] - step) == Approx(slope(f, k_x[i] + step)).margin(1e-6));
  }
  for (const double x : {-1.5, -0.9, 0.0, 1.2, 2.4, 3.0}) {
    const double h = 1e-6;
    CHECK(slope(f, x) == Approx((at(f, x + h) - at(f, x - h)) / (2 * h)).epsilon(1e-6));
  }
}

TEST_CASE("a SimmSpline reproduces cubics, and goes on along its end's tangent",
          "[model][spline]") {
  const auto cubic = [](double x) { return 1 + x * (2 + x * (-3 + 0.5 * x)); };
  const CoordinateFunction f = simm_spline(k_x, values(cubic));
  for (double x = -1; x <= 2.5; x += 0.05) CHECK(at(f, x) == Approx(cubic(x)).margin(1e-12));
  const double end_slope = 2 - 6 * 2.5 + 1.5 * 2.5 * 2.5;
  CHECK(at(f, 4) == Approx(cubic(2.5) + 1.5 * end_slope).margin(1e-11));
  CHECK(slope(f, 4) == Approx(end_slope).margin(1e-11));
}

TEST_CASE("a SimmSpline of three points is their parabola, of two their line", "[model][spline]") {
  const auto parabola = [](double x) { return 2 - x + 3 * x * x; };
  const std::vector<double> three = {0, 0.5, 2};
  const CoordinateFunction f = simm_spline(three, values(parabola, three));
  for (const double x : {0.1, 0.7, 1.9}) CHECK(at(f, x) == Approx(parabola(x)).margin(1e-13));
  const CoordinateFunction line = simm_spline(std::array{1.0, 3.0}, std::array{5.0, 9.0});
  for (const double x : {0.0, 2.0, 7.0}) CHECK(at(line, x) == Approx(3 + 2 * x));
}

TEST_CASE("natural splines are bent least, and not at all at their ends", "[model][spline]") {
  const std::vector<double> y = {3, -1, 2, 2.5, -4, 0};
  const double h = 1e-4;
  const CoordinateFunction cubic = natural_cubic_spline(k_x, y);
  for (const double end : {k_x.front() + h, k_x.back() - h}) {
    const double second = (slope(cubic, end + h) - slope(cubic, end - h)) / (2 * h);
    CHECK(std::abs(second) < 0.05);  // linear in the distance from the end, of some hundreds
  }
  // A parabola has no third derivative, so the natural quintic spline through it is the parabola
  // everywhere.
  const auto parabola = [](double x) { return 2 - x + 3 * x * x; };
  const CoordinateFunction quintic = natural_quintic_spline(k_x, values(parabola));
  for (double x = -3; x < 5; x += 0.1) CHECK(at(quintic, x) == Approx(parabola(x)).margin(1e-10));
}

TEST_CASE("the natural quintic spline is four times smooth and minimises its third derivative",
          "[model][spline]") {
  // The spline is optimal among all functions through the points: functions that vanish there are
  // orthogonal to it.
  const std::vector<double> y = {3, -1, 2, 2.5, -4, 0};
  const CoordinateFunction f = natural_quintic_spline(k_x, y);
  const auto third = [&](double x) {
    const double h = 1e-4;
    return (slope(f, x + h) - 2 * slope(f, x) + slope(f, x - h)) / (h * h);
  };
  for (std::size_t i = 1; i + 1 < k_x.size(); ++i) {
    CHECK(third(k_x[i] - 2e-4) == Approx(third(k_x[i] + 2e-4)).epsilon(0.02));
  }
  CHECK(std::abs(third(k_x.front() + 2e-4)) < 0.02 * std::abs(third(-0.3)));
  CHECK(std::abs(third(k_x.back() - 2e-4)) < 0.02 * std::abs(third(2.0)));
}

TEST_CASE("linear functions of several coordinates, constants, multiples", "[model][spline]") {
  const CoordinateFunction f = CoordinateFunction::linear({2, -3}, 5);
  const std::array q{1.0, 4.0};
  CHECK(f.value(q) == -5);
  CHECK(f.slope(q, 0) == 2);
  CHECK(f.slope(q, 1) == -3);
  CHECK(f.scaled(-2).value(q) == 10);
  CHECK(CoordinateFunction().is_constant());
  CHECK(CoordinateFunction().value({}) == 0);
  CHECK(CoordinateFunction::linear({-1}, 0.5).is_plain_coordinate());
  CHECK_FALSE(CoordinateFunction::linear({0.5}, 0).is_plain_coordinate());
  CHECK(at(simm_spline(k_x, k_x).scaled(3), 0.7) == Approx(2.1));
}

}  // namespace condyle::test::spline_functions_tests
