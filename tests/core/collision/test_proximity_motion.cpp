// Motions that test the limits of what the search remembers.
#include <catch2/catch.hpp>
#include <functional>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/simd/simd_path.h"
#include "support/few_or_all.h"

namespace condyle::test::proximity_motion_tests {
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

/// Moves a bumpy grid, which starts slightly inside a ball, and checks every step.
void follow(const Motion& motion, int steps) {
  RandomGeometry random(7);
  const TriangleMesh grid = random.bumpy(mesh::make_plane_grid(2, 2, 50, 50), 0.004);
  const TriangleMesh ball = mesh::make_icosphere(0.5, 4);
  SearchPair down(grid, ball), up(ball, grid);
  std::size_t hits = 0;
  for (int i = 0; i < steps; ++i) {
    INFO("step " << i);
    const Pose X_CT = motion(i) * moved({0, 0, 0.48});
    const ProximityWindow window{i % 40 < 20 ? 0 : -0.01, 0.1, i % 80 >= 60};
    const auto& found_down = down.find(X_CT, window);
    const auto& found_up = up.find(X_CT.inverse(), window);
    hits += found_down.size();
    if (i % 5 == 0) {  // a new search takes long, and an error in one step lasts for several
      require_same(found_down, down.find_cold(X_CT, window));
      require_same(found_up, up.find_cold(X_CT.inverse(), window));
    }
    if (i == steps / 2) {  // other tests compare new searches with a test of all
      require_same(down.find(X_CT, window), down.find_by_brute_force(X_CT, window));
      require_same(up.find(X_CT.inverse(), window), up.find_by_brute_force(X_CT.inverse(), window));
    }
  }
  CHECK(hits > 0);
}

}  // namespace

TEST_CASE("Steady motions keep the bits of a fresh search", "[rounds]") {
  SECTION("sliding") {
    follow([](int i) { return moved({2e-3 * i - 0.3, 1e-3 * i, 0}); }, few_or_all(90, 150));
  }
  SECTION("pressing in and out") {
    follow([](int i) { return moved({0, 0, 0.03 * std::sin(0.11 * i)}); }, few_or_all(90, 150));
  }
  SECTION("spin about its own axis") {
    follow([](int i) { return turned_about({0, 0, 0}, {0, 0, 1}, 0.02 * i); }, few_or_all(90, 150));
  }
  SECTION("spin about a far axis") {
    follow(
        [](int i) {
          return turned_about({30, -40, 0}, {0, 0, 1}, 1e-5 * i);
        },
        few_or_all(90, 150));
  }
  SECTION("rolling") {
    follow(
        [](int i) {
          return moved({0.005 * i, 0, 0}) * turned_about({0, 0, 0.48}, {0, 1, 0}, 0.01 * i);
        },
        few_or_all(90, 150));
  }
  SECTION("turning back and forth") {
    follow(
        [](int i) {
          return turned_about({0, 0, 0.2}, {1, 1, 0}, 0.04 * std::sin(0.3 * i));
        },
        few_or_all(90, 150));
  }
  SECTION("by fits and starts") {
    follow(
        [](int i) {
          return moved({4e-3 * (i / 3) - 0.3 + 1e-6 * (i % 3), 1e-5 * (i % 3), 0});
        },
        few_or_all(90, 150));
  }
  SECTION("creeping by last places") {
    follow([](int i) { return moved({0x1p-53 * i, 5e-324 * i, -0x1p-54 * i}); }, 60);
  }
}

TEST_CASE("Rays that slide over a rim onto another plate are not left resting") {
  // Two open plates that face the rays, side by side at different heights. Over the first all rays
  // are out of contact, over the second all are in contact, and between them the rays meet nothing.
  const double pause = GENERATE(0.002, 0.01, 0.03);
  const double gap = GENERATE(0.004, 0.02);
  INFO("pause " << pause << ", gap " << gap);
  TriangleMesh plates;
  const auto add_plate = [&](double middle_x, double z) {
    const int first = static_cast<int>(plates.vertices.size());
    TriangleMesh plate = mesh::make_plane_grid(1, 1, 20, 20);
    for (const Eigen::Vector3d& v : plate.vertices) {
      plates.vertices.push_back(v + Eigen::Vector3d(middle_x, 0, z));
    }
    for (const auto& [a, b, c] : plate.triangles) {
      plates.triangles.push_back({first + a, first + c, first + b});
    }
  };
  add_plate(-0.5 - pause / 2, gap);
  add_plate(0.5 + pause / 2, -0.03);
  SearchPair pair(mesh::make_plane_grid(0.4, 0.4, 24, 24), plates);
  std::size_t hits = 0;
  for (int i = 0; i < 300; ++i) {
    INFO("step " << i);
    const Pose X_CT = moved({0.35 - 0.002 * i, 0.0003 * i, 0});
    require_same(pair.find(X_CT, {0, 0.1}), pair.find_cold(X_CT, {0, 0.1}));
    if (i % 30 == 0) {
      require_same(pair.find(X_CT, {0, 0.1}), pair.find_by_brute_force(X_CT, {0, 0.1}));
    }
    hits += pair.find(X_CT, {0, 0.1}).size();
  }
  CHECK(hits > 0);
}

TEST_CASE("Rays that glide close over waves keep the bits of a fresh search", "[rounds]") {
  // Gaps of any size over slopes of either sign: rays sleep and must wake in time.
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 3u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  TriangleMesh waves = mesh::make_plane_grid(2, 2, 50, 50);
  for (Eigen::Vector3d& v : waves.vertices) {
    v.z() = 0.01 * std::sin(9 * v.x() + 1) * std::cos(7 * v.y());
  }
  waves = random.bumpy(waves, 0.0002);
  TriangleMesh facing = mesh::make_plane_grid(2, 2, 70, 70);
  for (auto& triangle : facing.triangles) std::swap(triangle[1], triangle[2]);
  SearchPair down(waves, facing), up(facing, waves);
  Pose X_CT = moved({0, 0, 0.012});
  Eigen::Vector3d step = Eigen::Vector3d::Zero();
  std::size_t hits = 0;
  for (int i = 0; i < 200; ++i) {
    INFO("step " << i);
    if (i % 25 == 0) {  // another direction, slow or fast
      const double size = std::pow(10, random.uniform(-4, -1.7));
      step = size * Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), 0);
    }
    X_CT.translation() += step;
    X_CT.translation().z() = 0.0105 + 0.002 * std::sin(0.07 * i);
    const double size = std::pow(10, random.uniform(-6, -3));
    X_CT = turned_about(X_CT.translation(), {0.1, 0.2, 1}, size) * X_CT;
    if (i % 90 == 89) X_CT = moved({0.1, -0.1, 0.012});  // a jump
    const ProximityWindow window{0, 0.1};
    require_same(down.find(X_CT, window), down.find_cold(X_CT, window));
    require_same(up.find(X_CT.inverse(), window), up.find_cold(X_CT.inverse(), window));
    hits += down.find(X_CT, window).size();
  }
  CHECK(hits > 0);
}

TEST_CASE("Meshes that touch along edges and faces keep the bits of a fresh search") {
  // Rays that run exactly through edges and vertices, coplanar faces, steps between them.
  SearchPair pair(mesh::make_box({1, 1, 1}, {8, 8, 8}), mesh::make_box({1, 1, 1}, {8, 8, 8}));
  for (int i = 0; i < 40; ++i) {
    INFO("step " << i);
    const Pose X_CT = moved({i % 5 * 0.125, i % 7 * 0.0625, 1 - i % 3 * 0.015625});
    const ProximityWindow window{i % 4 < 2 ? 0 : -0.25, 0.25, i % 8 > 5};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
  }
}

TEST_CASE("Meshes of any size keep the bits of a fresh search", "[rounds]") {
  const double scale = GENERATE(1e-6, 1e-3, 1e3, 1e6);
  INFO("scale " << scale);
  TriangleMesh ball = mesh::make_icosphere(0.5, 3), grid = mesh::make_plane_grid(2, 2, 30, 30);
  for (TriangleMesh* mesh : {&ball, &grid}) {
    for (Eigen::Vector3d& v : mesh->vertices) v *= scale;
  }
  SearchPair pair(grid, ball);
  std::size_t hits = 0;
  for (int i = 0; i < few_or_all(20, 60); ++i) {
    INFO("step " << i);
    const Pose X_CT = moved(scale * Eigen::Vector3d(0.003 * i, 0, 0.47 + 0.0005 * i));
    const ProximityWindow window{0, 0.1 * scale};
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
    hits += pair.find(X_CT, window).size();
  }
  CHECK(hits > 0);
}

TEST_CASE("All kinds of processor give the same bits", "[simd]") {
  RandomGeometry random(3);
  const TriangleMesh dish = random.bumpy(mesh::make_torus(1, 0.4, 80, 50), 0.002);
  const TriangleMesh ball = mesh::make_icosphere(0.6, 4);
  SearchPair portable(dish, ball), avx2(dish, ball), avx512(dish, ball);
  std::size_t hits = 0;
  for (int i = 0; i < 120; ++i) {
    INFO("step " << i);
    const Pose X_CT =
        moved({1 + 0.001 * i, 0, 0.9}) * turned_about({0, 0, 0}, {1, 2, 3}, 0.004 * i);
    const ProximityWindow window{i % 2 == 0 ? 0 : -0.01, 0.2};
    use_simd_path(SimdPath::portable);
    const std::vector<ProximityHit> expected = portable.find(X_CT, window);
    use_simd_path(SimdPath::avx2);
    require_same(avx2.find(X_CT, window), expected);
    use_simd_path(SimdPath::avx512);
    require_same(avx512.find(X_CT, window), expected);
    hits += expected.size();
  }
  CHECK(hits > 0);
}

}  // namespace condyle::test::proximity_motion_tests
