#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/collision/proximity_window.h"
#include "support/few_or_all.h"

namespace condyle::test::proximity_search_tests {
namespace {

using test::RandomGeometry;
using test::require_same;
using test::SearchPair;

ProximityWindow random_window(RandomGeometry& random) {
  ProximityWindow window;
  window.two_sided = random.integer(0, 1) == 0;
  window.max_proximity = random.uniform(0.01, 0.5);
  switch (random.integer(0, 3)) {
    case 0:
      window.min_proximity = -random.uniform(0, 0.5);
      break;
    case 1:
      window.min_proximity = random.uniform(0, 0.05);
      break;
    case 2:
      window = {-0.3, -0.1, window.two_sided};
      break;
    default:
      break;
  }
  return window;
}

void compare_over_random_poses(const TriangleMesh& casting, const TriangleMesh& target,
                               RandomGeometry& random) {
  SearchPair pair(casting, target);
  for (int i = 0; i < 12; ++i) {
    const Pose X_CT = random.pose(M_PI, i % 3 == 0 ? 2.0 : 0.5);
    const ProximityWindow window = random_window(random);
    require_same(pair.find(X_CT, window), pair.find_by_brute_force(X_CT, window));
  }
}

}  // namespace

TEST_CASE("The search finds what a test of every triangle finds, to the last bit", "[rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(3u, 6u)));
  INFO("seed " << seed);
  RandomGeometry random(seed);
  const TriangleMesh sphere = mesh::make_icosphere(1, 3), torus = mesh::make_torus(1, 0.3, 30, 20);
  const TriangleMesh grid = random.bumpy(mesh::make_plane_grid(2, 2, 20, 20), 0.05);
  const TriangleMesh soup = random.soup(500, 1);
  compare_over_random_poses(sphere, torus, random);
  compare_over_random_poses(torus, grid, random);
  compare_over_random_poses(grid, sphere, random);
  compare_over_random_poses(soup, grid, random);
  compare_over_random_poses(grid, soup, random);
}

}  // namespace condyle::test::proximity_search_tests
