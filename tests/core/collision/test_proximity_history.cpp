#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"

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
          RandomGeometry& random, int steps) {
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
    if (i % 50 == 0) require_same(warm, pair.find_by_brute_force(X_CT, window));
    hits += warm.size();
  }
  CHECK(hits > 0);
}

}  // namespace

TEST_CASE("Whatever came before, the search gives the bits of a fresh one") {
  const unsigned seed = GENERATE(range(1u, 4u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh ball = make_icosphere(0.5, 3);
  const TriangleMesh dish = random.bumpy(make_torus(1, 0.4, 50, 30), 0.002);
  const TriangleMesh grid = random.bumpy(make_plane_grid(2, 2, 40, 40), 0.01);
  walk(grid, ball, {0, 0, 0.48}, random, 300);
  walk(ball, grid, {0, 0, -0.48}, random, 300);
  walk(dish, ball, {0, 0, 0.6}, random, 300);
  walk(random.soup(600, 1), dish, {0, 0, 0}, random, 100);
}

TEST_CASE("A coarse mesh on a fine one, and the other way, keep the bits of a fresh search") {
  const unsigned seed = GENERATE(range(1u, 4u));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh coarse = make_box({2, 2, 1}, {5, 5, 1});
  const TriangleMesh fine = make_icosphere(0.5, 4);
  walk(coarse, fine, {0, 0, 0.95}, random, 100);
  walk(fine, coarse, {0, 0, 0.95}, random, 100);
}

TEST_CASE("A pose that is not a number finds nothing and does no lasting harm") {
  SearchPair pair(make_plane_grid(2, 2, 10, 10), make_icosphere(0.5, 3));
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = 0.45;
  const std::vector<ProximityHit> before = pair.find(X_CT, {});
  Pose broken = X_CT;
  broken.translation().x() = std::numeric_limits<double>::quiet_NaN();
  CHECK(pair.find(broken, {}).empty());
  require_same(pair.find(X_CT, {}), before);
}

}  // namespace condyle::test::proximity_history_tests
