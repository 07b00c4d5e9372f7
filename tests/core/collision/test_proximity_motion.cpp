// Motions that go to the limits of what the search remembers.
#include <catch2/catch.hpp>
#include <functional>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"

namespace condyle {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

using Motion = std::function<Pose(int step)>;

Pose turned_about(const Eigen::Vector3d& point, const Eigen::Vector3d& axis, double angle) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  X.translation() = point - X.linear() * point;
  return X;
}

Pose moved(const Eigen::Vector3d& by) {
  Pose X = Pose::Identity();
  X.translation() = by;
  return X;
}

/// A bumpy grid on a ball, which starts a little inside it, follows the motion.
void follow(const Motion& motion, int steps) {
  RandomGeometry random(7);
  const TriangleMesh grid = random.bumpy(make_plane_grid(2, 2, 50, 50), 0.004);
  const TriangleMesh ball = make_icosphere(0.5, 4);
  SearchPair down(grid, ball), up(ball, grid);
  std::size_t hits = 0;
  for (int i = 0; i < steps; ++i) {
    INFO("step " << i);
    const Pose X_CT = motion(i) * moved({0, 0, 0.48});
    const ProximityWindow window{i % 40 < 20 ? 0 : -0.01, 0.1, i % 80 >= 60};
    require_same(down.find(X_CT, window), down.find_cold(X_CT, window));
    require_same(up.find(X_CT.inverse(), window), up.find_cold(X_CT.inverse(), window));
    if (i % 60 == 0) {
      require_same(down.find(X_CT, window), down.find_by_brute_force(X_CT, window));
      require_same(up.find(X_CT.inverse(), window), up.find_by_brute_force(X_CT.inverse(), window));
    }
    hits += down.find(X_CT, window).size();
  }
  CHECK(hits > 0);
}

}  // namespace

TEST_CASE("Steady motions keep the bits of a fresh search") {
  SECTION("sliding") {
    follow([](int i) { return moved({2e-3 * i - 0.3, 1e-3 * i, 0}); }, 300);
  }
  SECTION("pressing in and out") {
    follow([](int i) { return moved({0, 0, 0.03 * std::sin(0.11 * i)}); }, 300);
  }
  SECTION("spin about its own axis") {
    follow([](int i) { return turned_about({0, 0, 0}, {0, 0, 1}, 0.02 * i); }, 300);
  }
  SECTION("spin about a far axis") {
    follow([](int i) { return turned_about({30, -40, 0}, {0, 0, 1}, 1e-5 * i); }, 300);
  }
  SECTION("rolling") {
    follow(
        [](int i) {
          return moved({0.005 * i, 0, 0}) * turned_about({0, 0, 0.48}, {0, 1, 0}, 0.01 * i);
        },
        200);
  }
  SECTION("turning back and forth") {
    follow(
        [](int i) {
          return turned_about({0, 0, 0.2}, {1, 1, 0}, 0.04 * std::sin(0.3 * i));
        },
        300);
  }
  SECTION("creeping by last places") {
    follow([](int i) { return moved({0x1p-53 * i, 5e-324 * i, -0x1p-54 * i}); }, 60);
  }
}

TEST_CASE("Meshes that touch along edges and faces keep the bits of a fresh search") {
  // Rays that run exactly through edges and vertices, coplanar faces, steps between them.
  SearchPair pair(make_box({1, 1, 1}, {8, 8, 8}), make_box({1, 1, 1}, {8, 8, 8}));
  for (int i = 0; i < 40; ++i) {
    INFO("step " << i);
    const Pose X_CT = moved({i % 5 * 0.125, i % 7 * 0.0625, 1 - i % 3 * 0.015625});
    const ProximityWindow window{i % 4 < 2 ? 0 : -0.25, 0.25, i % 8 > 5};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
  }
}

TEST_CASE("Meshes of any size keep the bits of a fresh search") {
  const double scale = GENERATE(1e-6, 1e-3, 1e3, 1e6);
  INFO("scale " << scale);
  TriangleMesh ball = make_icosphere(0.5, 3), grid = make_plane_grid(2, 2, 30, 30);
  for (TriangleMesh* mesh : {&ball, &grid}) {
    for (Eigen::Vector3d& v : mesh->vertices) v *= scale;
  }
  SearchPair pair(grid, ball);
  std::size_t hits = 0;
  for (int i = 0; i < 60; ++i) {
    INFO("step " << i);
    const Pose X_CT = moved(scale * Eigen::Vector3d(0.003 * i, 0, 0.47 + 0.0005 * i));
    const ProximityWindow window{0, 0.1 * scale};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
    hits += pair.find(X_CT, window).size();
  }
  CHECK(hits > 0);
}

TEST_CASE("The portable path gives the bits of the widest") {
  RandomGeometry random(3);
  const TriangleMesh dish = random.bumpy(make_torus(1, 0.4, 80, 50), 0.002);
  const TriangleMesh ball = make_icosphere(0.6, 4);
  SearchPair widest(dish, ball), portable(dish, ball);
  std::size_t hits = 0;
  for (int i = 0; i < 120; ++i) {
    INFO("step " << i);
    const Pose X_CT = moved({1 + 0.001 * i, 0, 0.9}) * turned_about({0, 0, 0}, {1, 2, 3}, 0.004 * i);
    use_simd_path(SimdPath::portable);
    const std::vector<ProximityHit> expected = portable.find(X_CT, {0, 0.2});
    use_simd_path(SimdPath::widest);
    require_same(widest.find(X_CT, {0, 0.2}), expected);
    hits += expected.size();
  }
  CHECK(hits > 0);
}

}  // namespace condyle
