// Which crossing of a ray counts: by default the first one, which must leave the target.
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"

namespace condyle::test::contact_facing_tests {

namespace {

struct Count {
  int by_facing = 0, two_sided = 0;
};

Count triangles_in_contact(const TriangleMesh& casting, const TriangleMesh& target,
                           const Pose& X_CT) {
  const auto casting_surface = surface(casting), target_surface = surface(target);
  ContactPair by_facing(casting_surface, target_surface, {});
  ContactPair two_sided(casting_surface, target_surface, {.two_sided = true});
  return {by_facing.evaluate(X_CT).total.n_contacting, two_sided.evaluate(X_CT).total.n_contacting};
}

const TriangleMesh k_slab = mesh::make_box({30e-3, 30e-3, 3e-3}, {9, 9, 1});

}  // namespace

TEST_CASE("a thin slab that hovers over a thin plate does not touch it", "[contact][facing]") {
  // Rays from the slab's upper face run down through it and across the gap to the plate.
  const TriangleMesh plate_1mm = mesh::make_box({40e-3, 40e-3, 1e-3}, {4, 4, 1});
  const Count count = triangles_in_contact(k_slab, plate_1mm, translation(0, 0, -2.5e-3));
  CHECK(count.by_facing == 0);
  CHECK(count.two_sided > 0);
}

TEST_CASE("what has passed through a thin plate does not touch its far side", "[contact][facing]") {
  const TriangleMesh plate_1mm = mesh::make_box({60e-3, 60e-3, 1e-3}, {4, 4, 1});
  const double R = 20e-3, depth = 3e-3;  // the ball's bottom is 2 mm below the plate
  const auto ball = surface(mesh::make_icosphere(R, 4));
  ContactPair pair(ball, surface(plate_1mm), {});
  const Pose X_CT = translation(0, 0, depth - R - 0.5e-3);
  const auto& result = pair.evaluate(X_CT);
  REQUIRE(result.total.n_contacting > 10);
  const double top = X_CT.translation().z() + 0.5e-3, bottom = top - 1e-3;
  for (const int t : result.patch_triangles) {
    CHECK(ball->centroids()[t].z() < top);
    CHECK(ball->centroids()[t].z() > bottom);
  }
}

TEST_CASE("the lip of a dish is not touched through its far side", "[contact][facing]") {
  // A slab stands upright beside a ring of round section and presses 0.5 mm into it from outside.
  const TriangleMesh lip = mesh::make_torus(20e-3, 2e-3, 96, 24);
  const Pose X_CT = rotation(std::numbers::pi / 2, {0, 1, 0}) * translation(0, 0, 0);
  const Pose pressed = translation(0, 0, -1.5e-3 - 22e-3 + 0.5e-3) * X_CT;
  const auto slab = surface(mesh::make_box({30e-3, 30e-3, 3e-3}, {60, 60, 1}));
  ContactPair pair(slab, surface(lip), {});
  const auto& result = pair.evaluate(pressed);
  REQUIRE(result.total.n_contacting > 3);
  for (const int t : result.patch_triangles) CHECK(slab->normals()[t].z() < -0.99);

  const Pose apart = translation(0, 0, -1e-3) * pressed;
  const Count count = triangles_in_contact(slab->mesh(), lip, apart);
  CHECK(count.by_facing == 0);
  CHECK(count.two_sided > 0);
}

TEST_CASE("gaps are measured down to min_proximity and stay out of the statistics",
          "[contact][facing]") {
  const auto grid = surface(mesh::make_plane_grid(20e-3, 20e-3, 10, 10));
  const auto ball = surface(mesh::make_icosphere(30e-3, 5));
  ContactPair contact(grid, ball, {}), with_gaps(grid, ball, {.min_proximity = -2e-3});
  const Pose X_CT = translation(0, 0, 29.8e-3);
  const ContactResult touching = contact.evaluate(X_CT);
  const ContactResult& all = with_gaps.evaluate(X_CT);
  CHECK(all.hits.size() > touching.hits.size());
  CHECK(all.total.n_contacting == touching.total.n_contacting);
  CHECK(all.total.mean_proximity_of_triangles == touching.total.mean_proximity_of_triangles);
  CHECK(all.total.contact_force == touching.total.contact_force);
  int gaps = 0;
  for (const ProximityHit& hit : all.hits) {
    CHECK(hit.proximity >= -2e-3);
    CHECK(all.casting->proximity[hit.casting_triangle] == hit.proximity);
    if (hit.proximity > 0) continue;
    ++gaps;
    CHECK(all.casting->pressure[hit.casting_triangle] == 0);
  }
  CHECK(gaps > 0);
}

}  // namespace condyle::test::contact_facing_tests
