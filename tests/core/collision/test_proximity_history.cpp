#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_window.h"
#include "support/few_or_all.h"

namespace condyle::test::proximity_history_tests {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

/// A walk near the surface in steps of very different sizes, with rests and jumps.
class RandomWalk {
 public:
  RandomWalk(RandomGeometry& random, const Eigen::Vector3d& start) : random_(random) {
    X_.translate(start);
    start_ = X_;
  }

  const Pose& next() {
    const int kind = random_.integer(0, 19);
    if (kind == 0) X_ = random_.pose(M_PI, 2);
    if (kind == 1) X_ = start_;
    if (kind > 3) {
      const double size = std::pow(10, random_.uniform(-7, -1));
      X_ = random_.pose(size, size) * X_;
    }
    return X_;
  }

 private:
  RandomGeometry& random_;
  Pose X_ = Pose::Identity(), start_;
};

class ChangingWindow {
 public:
  explicit ChangingWindow(RandomGeometry& random) : random_(random) {}

  const ProximityWindow& next() {
    const int kind = random_.integer(0, 29);
    if (kind == 0) window_.min_proximity = random_.uniform(-0.2, 0.02);
    if (kind == 1) window_.max_proximity = random_.uniform(0.02, 0.5);
    if (kind == 2) window_.two_sided = !window_.two_sided;
    if (kind == 3) window_ = {};
    if (kind > 20) window_.min_proximity = -random_.uniform(0, 1e-3);
    return window_;
  }

 private:
  RandomGeometry& random_;
  ProximityWindow window_;
};

void walk(const TriangleMesh& casting, const TriangleMesh& target, const Eigen::Vector3d& start,
          RandomGeometry& random, int steps, int steps_per_brute_force = 50) {
  SearchPair pair(casting, target);
  RandomWalk poses(random, start);
  ChangingWindow windows(random);
  std::size_t hits = 0;
  for (int i = 0; i < steps; ++i) {
    INFO("step " << i);
    const Pose X_CT = poses.next();
    const ProximityWindow window = windows.next();
    const std::vector<ProximityHit>& warm = pair.find(X_CT, window);
    require_same(warm, pair.find_cold(X_CT, window));
    if (i % steps_per_brute_force == 0) require_same(warm, pair.find_by_brute_force(X_CT, window));
    hits += warm.size();
  }
  CHECK(hits > 0);
}

/// The mesh with `copies` of its triangles repeated, each with a random first corner and sometimes
/// reversed, and all triangles in random order.
TriangleMesh with_copies(TriangleMesh mesh, int copies, RandomGeometry& random) {
  const auto pick = [&] {
    return static_cast<std::size_t>(random.integer(0, static_cast<int>(mesh.triangles.size()) - 1));
  };
  for (int i = 0; i < copies; ++i) {
    auto triangle = mesh.triangles[pick()];
    std::rotate(triangle.begin(), triangle.begin() + random.integer(0, 2), triangle.end());
    if (random.integer(0, 9) == 0) std::swap(triangle[0], triangle[1]);
    mesh.triangles.push_back(triangle);
  }
  for (auto& triangle : mesh.triangles) std::swap(triangle, mesh.triangles[pick()]);
  return mesh;
}

/// The mesh mirrored, so that it shows its back from above: rays that run down leave it.
TriangleMesh facing_down(TriangleMesh mesh) { return scaled(std::move(mesh), {1, 1, -1}); }

}  // namespace

TEST_CASE("Whatever came before, the search gives the bits of a fresh one", "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 3u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh ball = mesh::make_icosphere(0.5, 3);
  const TriangleMesh dish = random.bumpy(mesh::make_torus(1, 0.4, 50, 30), 0.002);
  const TriangleMesh grid = random.bumpy(mesh::make_plane_grid(2, 2, 40, 40), 0.01);
  walk(grid, ball, {0, 0, 0.48}, random, 300);
  walk(ball, grid, {0, 0, -0.48}, random, 300);
  walk(dish, ball, {0, 0, 0.6}, random, 300);
  walk(random.soup(600, 1), dish, {0, 0, 0}, random, 100);
}

TEST_CASE("A coarse mesh on a fine one, and the other way, keep the bits of a fresh search") {
  const unsigned seed = GENERATE(range(1u, 3u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh coarse = mesh::make_box({2, 2, 1}, {5, 5, 1});
  const TriangleMesh fine = mesh::make_icosphere(0.5, 4);
  walk(coarse, fine, {0, 0, 0.95}, random, 100);
  walk(fine, coarse, {0, 0, 0.95}, random, 100);
}

TEST_CASE("Of triangles that coincide the first is met, whatever came before", "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(3u, 5u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh grid = mesh::make_plane_grid(2, 2, 24, 24);
  const Eigen::Vector3d start(0, 0, -0.004);
  const TriangleMesh triangle{{{-0.3, -0.4, 0}, {0.5, -0.1, 0}, {0, 0.6, 0}}, {{0, 2, 1}}};
  walk(grid, with_copies(triangle, 4, random), start, random, 150, 1);
  const TriangleMesh coarse = facing_down(mesh::make_plane_grid(1.5, 1.5, 3, 3));
  walk(grid, with_copies(coarse, 10, random), start, random, 150, 1);
  walk(grid, joined(coarse, coarse), start, random, 150, 1);
  const TriangleMesh ball = mesh::make_icosphere(0.5, 2);
  walk(grid, with_copies(ball, 60, random), {0, 0, 0.49}, random, 100, 5);
  walk(with_copies(mesh::make_icosphere(0.5, 3), 60, random), with_copies(coarse, 10, random),
       {0, 0, 0.492}, random, 100, 1);
}

TEST_CASE("A motion that goes to and fro for long keeps the bits of a fresh search") {
  // The turns add up to 64 rad, where the sum starts again from zero, after about 2800 steps.
  SearchPair pair(mesh::make_plane_grid(2, 2, 40, 40), mesh::make_icosphere(2, 3));
  double turned = 0, angle = 0;
  for (int i = 0; i < 3600; ++i) {
    const double next = 0.12 * std::sin(0.3 * i);
    turned += std::abs(next - angle);
    angle = next;
    Pose X_CT = Pose::Identity();
    X_CT.rotate(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
    X_CT.translate(Eigen::Vector3d(0, 0, 1.99));
    const std::vector<ProximityHit>& warm = pair.find(X_CT, {});
    if (turned < 50 || i % 4 != 0) continue;
    INFO("step " << i << ", turned " << turned);
    require_same(warm, pair.find_cold(X_CT, {}));
  }
  CHECK(turned > 70);
}

TEST_CASE("Windows that are wide and narrow by turns keep the bits of a fresh search") {
  const unsigned seed = GENERATE(range(1u, 3u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  SearchPair pair(random.bumpy(mesh::make_icosphere(0.5, 3), 0.01),
                  mesh::make_plane_grid(3, 3, 40, 40));
  RandomWalk poses(random, {0, 0, -0.48});
  std::size_t hits = 0;
  for (int i = 0; i < 300; ++i) {
    INFO("step " << i);
    // Sometimes narrow for so long that the search gives up the wide reach.
    const bool is_wide = i % random.integer(2, 30) == 0;
    const ProximityWindow window{is_wide ? -0.1 : -0.002, 0.3, false};
    const Pose X_CT = poses.next();
    const std::vector<ProximityHit>& warm = pair.find(X_CT, window);
    require_same(warm, pair.find_cold(X_CT, window));
    hits += warm.size();
  }
  CHECK(hits > 0);
}

TEST_CASE("A pose that is not a number finds nothing and does no lasting harm") {
  SearchPair pair(mesh::make_plane_grid(2, 2, 10, 10), mesh::make_icosphere(0.5, 3));
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = 0.45;
  const std::vector<ProximityHit> before = pair.find(X_CT, {});
  Pose broken = X_CT;
  broken.translation().x() = std::numeric_limits<double>::quiet_NaN();
  CHECK(pair.find(broken, {}).empty());
  require_same(pair.find(X_CT, {}), before);
}

TEST_CASE("A pose however far away finds nothing and does no lasting harm") {
  SearchPair pair(mesh::make_plane_grid(2, 2, 40, 40), mesh::make_icosphere(0.5, 4));
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = 0.45;
  const std::vector<ProximityHit> before = pair.find(X_CT, {});
  for (int power = 1; power <= 308; ++power) {
    INFO("1e" << power << " m");
    Pose far = X_CT;
    far.translation()[power % 3] += std::pow(10.0, power);
    CHECK(pair.find(far, {}).empty());
    X_CT.translation().x() += 1e-3;
    require_same(pair.find(X_CT, {}), pair.find_cold(X_CT, {}));
  }
  CHECK(!before.empty());
}

TEST_CASE("A search reads nothing that it has not written") {
  // The memory held zeros, ordinary numbers or NaN before.
  std::vector<std::vector<ProximityHit>> found[3];
  for (int k = 0; k < 3; ++k) {
    const unsigned char bytes[] = {0x00, 0x3f, 0xff};
    alignas(SearchPair) static unsigned char memory[sizeof(SearchPair)];
    volatile unsigned char* place = memory;  // otherwise the compiler may drop the writes
    for (std::size_t i = 0; i < sizeof memory; ++i) place[i] = bytes[k];
    auto* pair =
        new (memory) SearchPair(mesh::make_plane_grid(2, 2, 20, 20), mesh::make_icosphere(0.5, 3));
    RandomGeometry random(1);
    RandomWalk walk(random, {0, 0, 0.49});
    for (int i = 0; i < 60; ++i) found[k].push_back(pair->find(walk.next(), {}));
    pair->~SearchPair();
  }
  for (std::size_t i = 0; i < found[0].size(); ++i) {
    require_same(found[1][i], found[0][i]);
    require_same(found[2][i], found[0][i]);
  }
}

TEST_CASE("Poses that have nothing to do with each other keep the bits of a test of all",
          "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 3u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh ball = random.bumpy(mesh::make_icosphere(0.5, 3), 0.01);
  const TriangleMesh ring = random.bumpy(mesh::make_torus(1, 0.4, 50, 30), 0.002);
  SearchPair pair(ball, ring);
  std::size_t hits = 0;
  for (int i = 0; i < 40; ++i) {
    INFO("step " << i);
    const Pose X_CT = random.pose(M_PI, 1);
    const ProximityWindow window{i % 3 == 0 ? -0.05 : 0, 0.3, i % 5 == 0};
    const std::vector<ProximityHit> expected = pair.find_by_brute_force(X_CT, window);
    const int visits = i % 4 == 0 ? 4 : 1;  // rests for a while in between
    for (int k = 0; k < visits; ++k) require_same(pair.find(X_CT, window), expected);
    hits += expected.size();
  }
  CHECK(hits > 0);
}

}  // namespace condyle::test::proximity_history_tests
