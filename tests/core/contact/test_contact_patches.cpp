#include <algorithm>
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"

namespace condyle::test::contact_patches_tests {

namespace {

/// Three balls over a plate, the one at `x` metres pressed deepest.
TriangleMesh three_balls(double deepest_x) {
  TriangleMesh mesh;
  for (const double x : {-0.02, 0.0, 0.02}) {
    const double depth = x == deepest_x ? 1e-3 : 0.5e-3 + 5e-3 * std::abs(x);
    mesh = joined(std::move(mesh),
                  transformed(mesh::make_icosphere(9e-3, 4), translation(x, 0, 9e-3 - depth)));
  }
  return mesh;
}

}  // namespace

TEST_CASE("each ball on a plate is a patch, largest force first", "[contact][patches]") {
  const double deepest = GENERATE(-0.02, 0.0, 0.02);
  const auto balls = surface(three_balls(deepest));
  ContactPair pair(balls, surface(plate()), {});
  const auto& result = pair.evaluate(Pose::Identity());
  REQUIRE(result.patches.size() == 3);
  CHECK(result.patches[0].statistics.center_of_pressure.x() == Approx(deepest).margin(1e-4));
  int count = 0;
  double force = 0, last = 1e300;
  for (const ContactPatch& patch : result.patches) {
    const auto first = result.patch_triangles.begin() + patch.first_triangle;
    CHECK(std::is_sorted(first, first + patch.triangle_count));
    CHECK(patch.statistics.n_contacting == patch.triangle_count);
    CHECK(patch.statistics.contact_force.z() <= last);
    last = patch.statistics.contact_force.z();
    for (auto t = first; t != first + patch.triangle_count; ++t) {
      CHECK(std::abs(balls->centroids()[*t].x() - patch.statistics.center_of_pressure.x()) < 9e-3);
    }
    count += patch.triangle_count;
    force += patch.statistics.contact_force.z();
  }
  CHECK(count == result.total.n_contacting);
  CHECK(force == Approx(result.total.contact_force.z()).epsilon(1e-13));
}

TEST_CASE("triangles that share only a corner are two patches", "[contact][patches]") {
  const TriangleMesh bow_tie{{{0, 0, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}},
                             {{0, 1, 2}, {0, 3, 4}}};
  ContactPair pair(surface(bow_tie), surface(inverted(plate(4))), {});
  CHECK(pair.evaluate(translation(0, 0, -1e-3)).patches.size() == 2);
}

}  // namespace condyle::test::contact_patches_tests
