// Geodesics over height maps of few and of many grid lines.
#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/random_shapes.h"
#include "support/rounds.h"

namespace condyle::test::geodesic_height_map_tests {

using namespace geometry;

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::RandomShapes;

constexpr unsigned k_seed = 73;
constexpr double k_half = 0.05;  ///< half the side of every map [m]

/// The spline through the heights z(x, y) at n lines in each direction.
template <class F>
HeightMap map_of(int n, F&& z) {
  const VectorXd lines = VectorXd::LinSpaced(n, -k_half, k_half);
  MatrixXd heights(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) heights(i, j) = z(lines[i], lines[j]);
  }
  return HeightMap::through(lines, lines, heights);
}

/// Waves of random directions, at most some 45 degrees steep.
HeightMap waves(int n, RandomShapes& random) {
  MatrixXd wave(3, 3);
  for (double& number : wave.reshaped()) number = random.uniform(-60, 60);
  return map_of(n, [&](double x, double y) {
    double z = 0;
    for (const auto& w : wave.rowwise()) z += 0.005 * std::sin(w[0] * x + w[1] * y + w[2]);
    return z;
  });
}

Vector3d on_map(const HeightMap& map, double x, double y) { return {x, y, map.at(x, y).z}; }

/// The shot comes back to its start. Its steps may err by 1e-11 of their length, and neighbouring
/// geodesics part by `rotational`, which is well below 10 times the length here.
void check_returns(const HeightMap& map, const Geodesic& g) {
  const Geodesic back = shoot_geodesic(map, g.end().point, -g.end().tangent, g.length());
  CHECK((back.end().point - g.start().point).norm() <= 1e-10 * g.length());
  CHECK((back.end().tangent + g.start().tangent).norm() <= 1e-9);
}

}  // namespace

TEST_CASE("a geodesic of a height map takes one or two steps from grid line to grid line",
          "[geometry][height_map]") {
  RandomShapes random(k_seed);
  for (const int n : {20, 70, 120, 400}) {
    const HeightMap map = waves(n, random);
    for (int i = 0; i < rounds(3); ++i) {
      const double x = random.uniform(-0.02, 0.02), y = random.uniform(-0.02, 0.02);
      const Vector3d direction = random.direction();
      INFO("seed " << k_seed << ", " << n << " lines");
      const Geodesic out = shoot_geodesic(map, on_map(map, x, y), direction, 1);
      CHECK(out.status == GeodesicStatus::left_surface);
      CHECK(out.residual == Approx(1 - out.length()));
      CHECK(static_cast<int>(out.points.size()) < 4 * n);
      const Geodesic most = shoot_geodesic(map, on_map(map, x, y), direction, 0.9 * out.length());
      CHECK(most.status == GeodesicStatus::complete);
      CHECK(most.residual == 0);
      check_returns(map, most);
    }
  }
}

TEST_CASE("on a map that samples a flat, a cylinder or a sphere, geodesics are its own",
          "[geometry][height_map]") {
  constexpr double k_radius = 0.08, k_length = 0.06;
  for (const int n : {20, 70, 120, 400}) {
    CAPTURE(n);
    const HeightMap flat = map_of(n, [](double x, double y) { return 0.3 * x - 0.2 * y; });
    const Vector3d tilted = Vector3d(1, 0.4, 0.22).normalized();
    const Geodesic straight = shoot_geodesic(flat, on_map(flat, -0.03, -0.01), tilted, k_length);
    // Rounding of some hundred steps.
    CHECK((straight.end().point - straight.start().point - k_length * tilted).norm() <= 1e-14);

    // A spline of spacing h errs by some h^4 / (384 r^3) in height, and by h^3 / r^3 in slope, of
    // changing sign from line to line; near the border, which has no curvature, by more.
    const double h = 2 * k_half / (n - 1);
    const double near = 10 * std::pow(h / k_radius, 3) * k_length;
    const HeightMap cap = map_of(
        n, [](double x, double y) { return std::sqrt(k_radius * k_radius - x * x - y * y); });
    const HeightMap roof =
        map_of(n, [](double x, double) { return std::sqrt(k_radius * k_radius - x * x); });
    const Geodesic great = shoot_geodesic(cap, on_map(cap, -0.02, -0.02), {1, 0.7, 0}, k_length);
    const Geodesic sphere =
        shoot_geodesic(Sphere{k_radius}, great.start().point, great.start().tangent, k_length);
    CHECK((great.end().point - sphere.end().point).norm() <= near);
    const Geodesic helix = shoot_geodesic(roof, on_map(roof, -0.02, -0.02), {1, 0.7, 0}, k_length);
    // The roof's axis is y; the cylinder's is z.
    const auto turned = [](const Vector3d& v) { return Vector3d(v.x(), -v.z(), v.y()); };
    const Geodesic cylinder =
        shoot_geodesic(InfiniteCylinder{k_radius}, turned(helix.start().point),
                       turned(helix.start().tangent), k_length);
    CHECK((turned(helix.end().point) - cylinder.end().point).norm() <= near);
  }
}

TEST_CASE("geodesics along a grid line, next to one and over one and back",
          "[geometry][height_map]") {
  // Curved along y across the line y = 0, so that geodesics return to it, or leave it.
  for (const double bend : {-8.0, 8.0}) {
    const HeightMap map =
        map_of(41, [&](double x, double y) { return bend * y * y + 3 * x * x * (1 + 20 * x); });
    for (const double turn : {0.0, 1e-17, -1e-12, 1e-9, -1e-7, 1e-5, -1e-3, 0.03}) {
      for (const double y : {0.0, 1e-18, -1e-13, 1e-10, -1e-7, 1e-4}) {
        CAPTURE(bend, turn, y);
        const Geodesic g = shoot_geodesic(map, on_map(map, -0.04, y), {1, turn, 0}, 0.07);
        CHECK(g.status == GeodesicStatus::complete);
        CHECK(g.points.size() < 200);
        check_returns(map, g);
      }
    }
  }
}

// Patches with any derivatives at their corners have curvatures that jump at grid lines.
TEST_CASE("geodesics over patches whose curvature jumps", "[geometry][height_map]") {
  RandomShapes random(k_seed);
  for (int i = 0; i < rounds(10); ++i) {
    const int n = 30;
    const VectorXd lines = VectorXd::LinSpaced(n, -k_half, k_half);
    HeightSamples samples{MatrixXd(n, n), MatrixXd(n, n), MatrixXd(n, n), MatrixXd(n, n)};
    for (double& z : samples.z.reshaped()) z = random.uniform(-2e-4, 2e-4);
    for (MatrixXd* slopes : {&samples.zx, &samples.zy}) {
      for (double& slope : slopes->reshaped()) slope = random.uniform(-0.1, 0.1);
    }
    for (double& twist : samples.zxy.reshaped()) twist = random.uniform(-5, 5);
    const HeightMap map = HeightMap::with_derivatives(lines, lines, samples);
    INFO("seed " << k_seed << ", round " << i);
    const Geodesic g = shoot_geodesic(map, on_map(map, -0.01, 0.013), random.direction(), 0.02);
    CHECK(g.status == GeodesicStatus::complete);
    check_returns(map, g);
  }
}

}  // namespace condyle::test::geodesic_height_map_tests
