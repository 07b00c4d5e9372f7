// Threads that share a search find the hits that one thread finds, to the bit.
#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_window.h"
#include "support/allocation_counter.h"
#include "support/few_or_all.h"

namespace condyle::test::search_threads_tests {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

/// A walk near the start in steps of any size, with rests, jumps and ways back.
Pose next(const Pose& X, const Pose& start, RandomGeometry& random) {
  const int kind = random.integer(0, 11);
  if (kind == 0) return random.pose(M_PI, 1);
  if (kind == 1) return start;
  if (kind == 2) return X;
  const double size = std::pow(10, random.uniform(-6, -1));
  return random.pose(size, size) * X;
}

void walk(const TriangleMesh& casting, const TriangleMesh& target, const Pose& start,
          RandomGeometry& random) {
  SearchPair alone(casting, target), two(casting, target), three(casting, target),
      changing(casting, target);
  two.set_threads(2);
  three.set_threads(3);
  Pose X_CT = start;
  std::size_t hits = 0;
  for (int i = 0; i < 80; ++i) {
    INFO("step " << i);
    X_CT = next(X_CT, start, random);
    const ProximityWindow window{i % 4 == 0 ? -0.01 : 0, i % 9 == 0 ? 0.3 : 0.1, i % 7 == 0};
    const std::vector<ProximityHit>& expected = alone.find(X_CT, window);
    require_same(two.find(X_CT, window), expected);
    require_same(three.find(X_CT, window), expected);
    if (i % 10 == 9) {
      changing.set_threads(random.integer(1, 4));
      changing.set_look_ahead(random.integer(0, 1) == 1);
    }
    require_same(changing.find(X_CT, window), expected);
    // Other tests compare one thread with a test of all, at every step.
    if (i == 0) require_same(expected, alone.find_by_brute_force(X_CT, window));
    hits += expected.size();
  }
  CHECK(hits > 300);
}

Pose raised(double height) {
  Pose X = Pose::Identity();
  X.translation().z() = height;
  return X;
}

}  // namespace

TEST_CASE("Threads that share a search find what one finds, to the last bit", "[threads][rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 3u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh ball = mesh::make_icosphere(0.5, 4);
  const TriangleMesh dish = random.bumpy(mesh::make_torus(1, 0.4, 60, 40), 0.002);
  const TriangleMesh grid = random.bumpy(mesh::make_plane_grid(2, 2, 50, 50), 0.01);
  walk(grid, ball, raised(0.48), random);
  walk(ball, grid, raised(-0.48), random);
  walk(dish, ball, raised(0.6), random);
  walk(random.soup(2000, 1), dish, raised(0), random);
}

TEST_CASE("Threads that share a search do so on meshes of one triangle and of none", "[threads]") {
  RandomGeometry random(1);
  for (const int count : {0, 1, 20, 300}) {
    SearchPair pair(random.soup(count, 1), mesh::make_icosphere(0.5, 2));
    pair.set_threads(2);
    for (int i = 0; i < 20; ++i) {
      const Pose X_CT = random.pose(1, 0.5);
      require_same(pair.find(X_CT, {0, 0.3}), pair.find_by_brute_force(X_CT, {0, 0.3}));
    }
  }
}

TEST_CASE("Threads that share a search allocate nothing once lists have grown", "[threads]") {
  SearchPair pair(mesh::make_plane_grid(2, 2, 60, 60), mesh::make_icosphere(2, 4));
  pair.set_threads(2);
  const auto pose = [](int i) {
    Pose X_CT = raised(1.99);
    X_CT.rotate(Eigen::AngleAxisd(0.1 * std::sin(0.05 * i), Eigen::Vector3d(1, 1, 0).normalized()));
    return X_CT;
  };
  for (int i = 0; i < 600; ++i) pair.find(pose(i), {});
  const long before = allocation_count();
  for (int i = 600; i < 1200; ++i) pair.find(pose(i), {});
  CHECK(allocation_count() == before);
}

}  // namespace condyle::test::search_threads_tests
