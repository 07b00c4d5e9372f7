// The crossing that decides. A casting grid with normal +z, whose rays run down, is placed at
// heights around a closed target plate that fills -h <= z <= h.
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>

#include "condyle/mesh/primitives.h"
#include "core/collision/search_pair.h"
#include "core/src/collision/proximity_rule.h"

namespace condyle::test::proximity_rule_tests {
namespace {

constexpr double h = 0x1p-10;  // plate of about 2 mm

/// The common proximity of the grid's triangles at height z [m], rounded to a multiple of h / 4. No
/// value if there is no hit.
std::optional<double> proximity_at(double z, const ProximityWindow& window) {
  test::SearchPair pair(mesh::make_plane_grid(1, 1, 4, 4),
                        mesh::make_box({4, 4, 2 * h}, {5, 5, 1}));
  Pose X_CT = Pose::Identity();
  X_CT.translation().z() = -z;
  const std::vector<ProximityHit> hits = pair.find(X_CT, window);
  test::require_same(hits, pair.find_by_brute_force(X_CT, window));
  if (hits.empty()) return std::nullopt;
  REQUIRE(hits.size() == 32);
  // Heights are exact if they are h times a power of two, otherwise right to one or two roundings.
  const double in_quarters = std::round(hits[0].proximity / (0.25 * h)) * 0.25 * h;
  for (const ProximityHit& hit : hits) REQUIRE(std::abs(hit.proximity - in_quarters) < 4e-15 * h);
  return in_quarters;
}

}  // namespace

TEST_CASE("Contact is a ray that leaves the target first") {
  const ProximityWindow window{0, 8 * h};
  CHECK(proximity_at(0.5 * h, window) == 1.5 * h);
  CHECK(proximity_at(2 * h, window) == std::nullopt);   // enters first, then leaves at 3 h
  CHECK(proximity_at(-2 * h, window) == std::nullopt);  // already below
  CHECK(proximity_at(-h, window) == std::nullopt);      // on the lower face: at distance 0
}

TEST_CASE("Both ends of the window belong to it, and one crossing beyond still decides") {
  CHECK(proximity_at(0, {0, h}) == h);
  CHECK(proximity_at(0, {0, 0.75 * h}) == std::nullopt);
  CHECK(proximity_at(0, {h, 8 * h}) == h);
  CHECK(proximity_at(0, {1.25 * h, 8 * h}) == std::nullopt);
  CHECK(proximity_at(2 * h, {2 * h, 8 * h}) == std::nullopt);  // enters at h, below the window
}

TEST_CASE("Of a ray whose line crosses the target once, that crossing decides as among several") {
  constexpr double k_distances[] = {-2, -1, -0x1p-1074, -0.0, 0.0, 0x1p-1074, 1, 2, 3, NAN};
  int counted = 0;
  for (const double min : {-2., -1., 0., 1., 2.})
    for (const double max : {-1., 0., 1., 2.})
      for (const double d : k_distances)
        for (const int bits : {0, 1, 2, 3}) {
          const bool leaves = bits % 2 == 1, two_sided = bits / 2 == 1;
          const ProximityWindow window{min, max, two_sided};
          const ProximityHit hit =
              decide_proximity(window, [&](Heading heading, const geometry::DistanceRange& range) {
                const bool inward = heading == Heading::inward;
                const double along = inward ? d : -d;
                if (!(along >= range.lowest && along <= range.highest)) return geometry::RayHit{};
                return geometry::RayHit{7, along, inward == leaves};
              });
          CAPTURE(min, max, d, leaves, two_sided);
          const bool counts = counts_alone(window, d, leaves);
          CHECK(counts == (hit.target_triangle == 7));
          if (!counts) continue;
          ++counted;
          CHECK(std::bit_cast<std::uint64_t>(hit.proximity) ==
                std::bit_cast<std::uint64_t>(0.0 + d));
        }
  CHECK(counted > 50);
}

TEST_CASE("A gap is measured outward, to where the ray enters the target") {
  CHECK(proximity_at(-3 * h, {-4 * h, 8 * h}) == -2 * h);
  CHECK(proximity_at(-3 * h, {-2 * h, 8 * h}) == -2 * h);
  CHECK(proximity_at(-3 * h, {-1.5 * h, 8 * h}) == std::nullopt);
  CHECK(proximity_at(2 * h, {-4 * h, 8 * h}) == std::nullopt);
  // Starts inside: the outward ray leaves.
  CHECK(proximity_at(0, {-4 * h, 0.5 * h}) == std::nullopt);
  CHECK(proximity_at(-3 * h, {-4 * h, -2 * h}) == -2 * h);
  CHECK(proximity_at(-h, {-4 * h, 8 * h}) == 0.0);  // on the lower face: a gap of 0
  CHECK(proximity_at(-3 * h, {-4 * h, -3 * h}) == std::nullopt);
}

TEST_CASE("Two-sided, the nearest crossing in the window counts, inward before outward") {
  CHECK(proximity_at(2 * h, {0, 8 * h, true}) == h);
  CHECK(proximity_at(2 * h, {2 * h, 8 * h, true}) == 3 * h);
  CHECK(proximity_at(0.5 * h, {-4 * h, 8 * h, true}) == 1.5 * h);
  CHECK(proximity_at(0.5 * h, {-4 * h, h, true}) == -0.5 * h);
  CHECK(proximity_at(-3 * h, {-4 * h, 8 * h, true}) == -2 * h);
  CHECK(proximity_at(-3 * h, {-4 * h, -3 * h, true}) == -4 * h);
}

}  // namespace condyle::test::proximity_rule_tests
