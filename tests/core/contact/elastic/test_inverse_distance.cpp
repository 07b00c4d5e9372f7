#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <random>

#include "core/src/contact/elastic/inverse_distance.h"

namespace condyle::test::inverse_distance_tests {

using Eigen::Vector3d;

namespace {

/// The mean over the middles of n^2 equal triangles.
template <class Function>
double mean_over(const TriangleCorners& triangle, int n, Function&& value) {
  const Vector3d u = (triangle[1] - triangle[0]) / n, v = (triangle[2] - triangle[0]) / n;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; i + j < n; ++j) {
      const Vector3d corner = triangle[0] + i * u + j * v;
      sum += value(corner + (u + v) / 3);
      if (i + j + 1 < n) sum += value(corner + 2 * (u + v) / 3);
    }
  return sum / (n * n);
}

std::mt19937 generator(7);

Vector3d random_point() {
  std::uniform_real_distribution<double> between(-1, 1);
  return {between(generator), between(generator), between(generator)};
}

/// One of the needles, 1 long, of a wall that is `aspect` times as long as they are wide: half of
/// the cell `column`, on a cylinder of `radius`.
TriangleCorners needle(double aspect, int column, bool is_upper, double radius) {
  const auto at = [&](int c, double y) {
    const double angle = c / aspect / radius;
    return Vector3d(radius * std::sin(angle), y, radius * (1 - std::cos(angle)));
  };
  if (is_upper) return {at(column, 0), at(column + 1, 1), at(column, 1)};
  return {at(column, 0), at(column + 1, 0), at(column + 1, 1)};
}

}  // namespace

TEST_CASE("mean of 1/r over a triangle: closed form against a sum", "[contact][elastic_layer]") {
  for (int i = 0; i < 20; ++i) {
    const TriangleCorners triangle{random_point(), random_point(), random_point()};
    const Vector3d p = random_point() + Vector3d(0, 0, 2.5);  // apart, so that the sum converges
    const double sum =
        mean_over(triangle, 100, [&](const Vector3d& x) { return 1 / (x - p).norm(); });
    CHECK(mean_inverse_distance(triangle, p) == Approx(sum).epsilon(1e-4));
  }
}

TEST_CASE("mean of 1/r over a triangle, seen from within it", "[contact][elastic_layer]") {
  const TriangleCorners triangle{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0.3, 0.8, 0)};
  // About its middle the mean is the polar integral: 1/A times the integral of the distance to the
  // border over the angle. Each side adds d ln((1 + sin b) / cos b) between its ends.
  const Vector3d p = (triangle[0] + triangle[1] + triangle[2]) / 3;
  double integral = 0;
  const int steps = 200000;
  for (int i = 0; i < steps; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / steps;
    const Vector3d along(std::cos(angle), std::sin(angle), 0);
    double border = 1e9;
    for (int k = 0; k < 3; ++k) {
      const Vector3d side = triangle[(k + 1) % 3] - triangle[k];
      const Vector3d out(side.y(), -side.x(), 0);
      if (out.dot(along) > 0) border = std::min(border, out.dot(triangle[k] - p) / out.dot(along));
    }
    integral += border * 2 * std::numbers::pi / steps;
  }
  CHECK(mean_inverse_distance(triangle, p) == Approx(integral / 0.4).epsilon(1e-8));
  // On a side and at a corner it is finite.
  CHECK(std::isfinite(mean_inverse_distance(triangle, triangle[0])));
  CHECK(std::isfinite(mean_inverse_distance(triangle, (triangle[0] + triangle[1]) / 2)));
}

TEST_CASE("mean of 1/r of a triangle with itself", "[contact][elastic_layer]") {
  const TriangleCorners triangle{Vector3d(0, 0, 1), Vector3d(1, 0, 1), Vector3d(0.2, 0.7, 1)};
  const double sum = mean_over(
      triangle, 120, [&](const Vector3d& x) { return mean_inverse_distance(triangle, x); });
  CHECK(mean_inverse_distance(triangle) == Approx(sum).epsilon(1e-4));  // the sum's own error
}

TEST_CASE("mean of 1/r between triangles side by side and apart", "[contact][elastic_layer]") {
  const TriangleCorners a{Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(0.4, 0.8, 0)};
  const auto exact = [&](const TriangleCorners& b) {
    return mean_over(a, 80, [&](const Vector3d& x) { return mean_inverse_distance(b, x); });
  };
  const TriangleCorners beside{Vector3d(0, 0, 0), Vector3d(0.6, -0.7, 0.1), Vector3d(1, 0, 0)};
  CHECK(mean_inverse_distance(a, beside) == Approx(exact(beside)).epsilon(2e-3));
  const TriangleCorners slender{Vector3d(0, 0, 0), Vector3d(0.5, -0.05, 0), Vector3d(1, 0, 0)};
  CHECK(mean_inverse_distance(a, slender) == Approx(exact(slender)).epsilon(2e-3));
  CHECK(mean_inverse_distance(slender, a) == Approx(exact(slender)).epsilon(2e-3));

  TriangleCorners apart = beside;
  for (Vector3d& corner : apart) corner += Vector3d(1.6, 0.9, 0);
  const Vector3d between = (a[0] + a[1] + a[2] - apart[0] - apart[1] - apart[2]) / 3;
  CHECK(mean_inverse_distance(between, covariance_of(a) + covariance_of(apart)) ==
        Approx(exact(apart)).epsilon(2e-3));
}

TEST_CASE("mean of 1/r between needles: from side by side to far apart",
          "[contact][elastic_layer]") {
  for (const double aspect : {8.0, 30.0, 100.0}) {
    const TriangleCorners first = needle(aspect, 0, false, 2);
    for (const double apart : {0.0, 1.0, 2.0, 0.1 * aspect, 0.4 * aspect, 1.3 * aspect}) {
      for (const bool is_upper : {false, true}) {
        const int column = static_cast<int>(std::lround(apart));
        if (column == 0 && !is_upper) continue;
        CAPTURE(aspect, column, is_upper);
        const TriangleCorners other = needle(aspect, column, is_upper, 2);
        const double exact = mean_over(
            first, 100, [&](const Vector3d& x) { return mean_inverse_distance(other, x); });
        CHECK(mean_inverse_distance(first, other) == Approx(exact).epsilon(5e-4));
        CHECK(mean_inverse_distance(other, first) == Approx(exact).epsilon(5e-4));
      }
    }
  }
}

TEST_CASE("mean of 1/r between needles that are apart takes a few points, not hundreds",
          "[contact][elastic_layer]") {
  // A mesh of needles has hundreds of such pairs for each of them. Once 448 points of the closed
  // form were taken for each pair, now 7 to 28.
  const TriangleCorners first = needle(50, 0, false, 2), other = needle(50, 30, true, 2);
  const auto seconds_of = [](auto&& call) {
    double least = 1e9, sum = 0;
    for (int i = 0; i < 9; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      for (int k = 0; k < 500; ++k) sum += call(k);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      least = std::min(least, taken.count());
    }
    CHECK(sum > 0);
    return least;
  };
  const double point = seconds_of(
      [&](int k) { return mean_inverse_distance(other, first[k % 3] + Vector3d(0, 0, 1e-3 * k)); });
  const double pair = seconds_of([&](int k) {
    return mean_inverse_distance(k % 2 == 0 ? first : other, k % 2 == 0 ? other : first);
  });
  CHECK(pair < 100 * point);
}

}  // namespace condyle::test::inverse_distance_tests
