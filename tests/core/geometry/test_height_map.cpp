// Height maps: properties of the spline, and searches against brute force.
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/geometry/height_map.h"
#include "core/geometry/random_shapes.h"
#include "core/src/base/natural_spline.h"
#include "support/rounds.h"

namespace condyle::test::height_map_tests {

using namespace geometry;

namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::RandomShapes;

constexpr unsigned k_seed = 47;

template <class F>
MatrixXd sampled(const VectorXd& x, const VectorXd& y, F&& f) {
  MatrixXd z(x.size(), y.size());
  for (int i = 0; i < x.size(); ++i) {
    for (int j = 0; j < y.size(); ++j) z(i, j) = f(x[i], y[j]);
  }
  return z;
}

double z_at(const HeightMap& map, double x, double y) { return map.at(x, y).z; }

}  // namespace

TEST_CASE("a height map passes through its samples with continuous curvature", "[geometry]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 30; ++round) {
    const HeightMap map = random.height_map();
    const VectorXd &x = map.x(), &y = map.y();
    for (int i = 0; i < x.size(); ++i) {
      for (int j = 0; j < y.size(); ++j) {
        CHECK(z_at(map, x[i], y[j]) == Approx(map.samples().z(i, j)).margin(1e-15));
      }
    }
    // Natural: no curvature across the border. Continuous: equal values on both sides of a grid
    // line.
    const double v = random.uniform(y[0], y[y.size() - 1]);
    CHECK(std::abs(map.at(x[0], v).zxx) <= 1e-9);
    CHECK(std::abs(map.at(x[x.size() - 1], v).zxx) <= 1e-9);
    for (int i = 1; i + 1 < x.size(); ++i) {
      const double d = 1e-9;
      const Height low = map.at(x[i] - d, v), high = map.at(x[i] + d, v);
      CHECK(std::abs(low.zx - high.zx) <= 1e-6);
      CHECK(std::abs(low.zxx - high.zxx) <= 1e-5);
      CHECK(std::abs(low.zxy - high.zxy) <= 1e-5);
      CHECK(std::abs(low.zyy - high.zyy) <= 1e-5);
    }
  }
}

TEST_CASE("a height map made of exact derivatives is the bicubic itself", "[geometry]") {
  const auto f = [](double x, double y) {
    return (1 + x - 2 * x * x + 3 * x * x * x) * (0.5 - y + y * y * y);
  };
  const VectorXd x = regular_grid_lines(-0.5, 0.25, 5), y = regular_grid_lines(0.1, 0.3, 3);
  const auto fx = [](double u, double v) {
    return (1 - 4 * u + 9 * u * u) * (0.5 - v + v * v * v);
  };
  const auto fy = [](double u, double v) {
    return (1 + u - 2 * u * u + 3 * u * u * u) * (-1 + 3 * v * v);
  };
  const auto fxy = [](double u, double v) { return (1 - 4 * u + 9 * u * u) * (-1 + 3 * v * v); };
  const HeightMap map = HeightMap::with_derivatives(
      x, y, {sampled(x, y, f), sampled(x, y, fx), sampled(x, y, fy), sampled(x, y, fxy)});
  RandomShapes random(k_seed);
  for (int i = 0; i < 500; ++i) {
    const double u = random.uniform(-0.5, 0.5), v = random.uniform(0.1, 0.7);
    const Height h = map.at(u, v);
    CHECK(h.z == Approx(f(u, v)).margin(1e-14));
    CHECK(h.zx == Approx(fx(u, v)).margin(1e-13));
    CHECK(h.zy == Approx(fy(u, v)).margin(1e-13));
    CHECK(h.zxy == Approx(fxy(u, v)).margin(1e-12));
    CHECK(h.zxx == Approx((-4 + 18 * u) * (0.5 - v + v * v * v)).margin(1e-11));
  }
}

TEST_CASE("a plane stays a plane, smoothed or not", "[geometry]") {
  const VectorXd x = regular_grid_lines(0, 0.1, 6), y = regular_grid_lines(0, 0.2, 5);
  const MatrixXd z = sampled(x, y, [](double u, double v) { return 0.3 * u - 0.2 * v + 0.1; });
  for (const double smoothness : {0.0, 1e-3, 10.0}) {
    const HeightMap map = HeightMap::through(x, y, z, smoothness);
    const Height h = map.at(0.234, 0.567);
    CHECK(h.z == Approx(0.3 * 0.234 - 0.2 * 0.567 + 0.1).epsilon(1e-12));
    CHECK(h.zx == Approx(0.3).epsilon(1e-11));
    CHECK(std::abs(h.zxx) + std::abs(h.zyy) + std::abs(h.zxy) <= 1e-10);
  }
}

TEST_CASE("the smoothing spline is where its functional is least", "[geometry]") {
  RandomShapes random(k_seed);
  const VectorXd x = regular_grid_lines(0, 0.1, 8);
  VectorXd samples(8);
  for (double& s : samples) s = random.uniform(-1, 1);
  const double smoothness = 1e-3;
  // The bending energy of a natural spline through given values, by Simpson's rule, which is exact
  // for s''^2.
  const auto functional = [&](const VectorXd& values) {
    const SplineFit fit = fit_natural_spline(x, values, 0);
    double energy = 0;
    for (int k = 0; k + 1 < x.size(); ++k) {
      const double h = x[k + 1] - x[k], chord = (values[k + 1] - values[k]) / h;
      const double low = (6 * chord - 4 * fit.slopes(k) - 2 * fit.slopes(k + 1)) / h;
      const double high = (-6 * chord + 2 * fit.slopes(k) + 4 * fit.slopes(k + 1)) / h;
      energy += h / 3 * (low * low + low * high + high * high);
    }
    return (samples - values).squaredNorm() + smoothness * energy;
  };
  const VectorXd best = fit_natural_spline(x, samples, smoothness).values;
  const double least = functional(best);
  for (int i = 0; i < 200; ++i) {
    VectorXd other = best;
    for (double& value : other) value += random.uniform(-1e-3, 1e-3);
    CHECK(functional(other) > least);
  }
}

TEST_CASE("a height map's nearest point and rays against a fine sampling", "[geometry]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < rounds(6); ++round) {
    const HeightMap map = random.height_map();
    const VectorXd &x = map.x(), &y = map.y();
    constexpr int n = 300;
    for (int i = 0; i < 10; ++i) {
      const Vector3d p = random.point_about(map);
      const double found = std::abs(nearest(map, p).distance);
      double best = 1e300;
      for (int a = 0; a <= n; ++a) {
        for (int b = 0; b <= n; ++b) {
          const double u = x[0] + (x[x.size() - 1] - x[0]) * a / n;
          const double v = y[0] + (y[y.size() - 1] - y[0]) * b / n;
          best = std::min(best, (Vector3d(u, v, z_at(map, u, v)) - p).norm());
        }
      }
      CHECK(found <= best + 1e-14);
      CHECK(found >= best - 0.03);  // the sampling is that coarse at worst
    }
    for (int i = 0; i < 30; ++i) {
      // Every change of side along a ray within the rectangle is a crossing.
      const auto inside = [&](const VectorXd& lines) {
        return random.uniform(lines[0], lines[lines.size() - 1]);
      };
      const Vector3d a(inside(x), inside(y), random.uniform(-0.2, 0.2));
      const Vector3d b(inside(x), inside(y), random.uniform(-0.2, 0.2));
      std::size_t changes = 0;
      double before = implicit(map, a).value;
      for (int k = 1; k <= 2000; ++k) {
        const double here = implicit(map, a + k / 2000.0 * (b - a)).value;
        changes += before * here < 0;
        before = here;
      }
      std::size_t crossings = 0;
      for (const RayCrossing& c : ray_crossings(map, a, b - a)) crossings += c.distance <= 1;
      CHECK(crossings >= changes);
      CHECK((crossings - changes) % 2 == 0);  // two crossings within one step
    }
  }
}

TEST_CASE("a ray along a grid line, or through a grid point, is not lost", "[geometry]") {
  RandomShapes random(k_seed);
  for (int round = 0; round < 30; ++round) {
    const HeightMap map = random.height_map();
    const VectorXd &x = map.x(), &y = map.y();
    for (int i = 0; i < x.size(); ++i) {
      for (int j = 0; j < y.size(); ++j) {
        const Vector3d grid(x[i], y[j], map.samples().z(i, j));
        CHECK(ray_crossings(map, grid + Vector3d::UnitZ(), -Vector3d::UnitZ()).size() == 1);
        const Vector3d inner(x[1], y[1], grid.z() + 20);  // steeper than any slope
        const auto slanted = ray_crossings(map, inner, grid - inner);
        // On the border the ray may leave just beyond the last patch.
        const bool is_inner = i > 0 && j > 0 && i + 1 < x.size() && j + 1 < y.size();
        if (is_inner) CHECK(slanted.size() % 2 == 1);
      }
    }
  }
}

TEST_CASE("height maps that make no sense are refused", "[geometry]") {
  const VectorXd x = regular_grid_lines(0, 1, 4);
  MatrixXd z = MatrixXd::Zero(4, 4);
  CHECK_THROWS_WITH(HeightMap::through(x.head(3), x, z.topRows(3)), Catch::Contains("grid lines"));
  CHECK_THROWS_WITH(HeightMap::through(x, x, z.topRows(3)), Catch::Contains("3 x 4"));
  CHECK_THROWS_AS(HeightMap::through(x.reverse(), x, z), InputError);
  CHECK_THROWS_AS(HeightMap::through(x, x, z, -1), InputError);
  CHECK_THROWS_AS(HeightMap::with_derivatives(x, x, {z, z, z, z.topRows(2)}), InputError);
  z(1, 1) = std::nan("");
  CHECK_THROWS_WITH(HeightMap::through(x, x, z), Catch::Contains("not finite"));
}

}  // namespace condyle::test::height_map_tests
