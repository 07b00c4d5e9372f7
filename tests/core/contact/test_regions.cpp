#include <catch2/catch.hpp>

#include "condyle/contact/regions.h"
#include "condyle/error.h"
#include "core/contact/contact_cases.h"

using namespace condyle;
using namespace condyle::test;

namespace {

/// Sums over the triangles of a region, one by one from the maps.
ContactStatistics summed(const ContactPair& pair, const Region& region) {
  ContactSums sums;
  const ContactResult& result = pair.result();
  for (const int t : region.triangles) {
    if (!(result.casting.proximity[t] > 0)) continue;
    TriangleContact contact;
    contact.area = pair.casting().areas()[t];
    contact.proximity = result.casting.proximity[t];
    contact.pressure = result.casting.pressure[t];
    contact.potential_energy = result.casting.potential_energy[t];
    contact.centroid = pair.casting().centroids()[t];
    contact.force = -contact.pressure * contact.area * pair.casting().normals()[t];
    sums.add(contact);
  }
  return statistics_of(sums);
}

void check_equal(const ContactStatistics& a, const ContactStatistics& b) {
  // Sums of the same numbers in another order.
  constexpr double k_rounding = 1e-13;
  const auto near = [](const Vector3d& x, const Vector3d& y) {
    return (x - y).norm() <= k_rounding * std::max(x.norm(), 1e-3);
  };
  CHECK(a.n_contacting == b.n_contacting);
  CHECK(a.contact_area == Approx(b.contact_area).epsilon(k_rounding));
  CHECK(a.mean_proximity == Approx(b.mean_proximity).epsilon(k_rounding));
  CHECK(a.max_proximity == b.max_proximity);
  CHECK(a.mean_pressure == Approx(b.mean_pressure).epsilon(k_rounding));
  CHECK(a.max_pressure == b.max_pressure);
  CHECK(a.area_weighted_mean_pressure == Approx(b.area_weighted_mean_pressure).epsilon(k_rounding));
  CHECK(near(a.center_of_proximity, b.center_of_proximity));
  CHECK(near(a.center_of_pressure, b.center_of_pressure));
  CHECK(near(a.contact_force, b.contact_force));
  CHECK(near(a.contact_moment, b.contact_moment));
  CHECK(a.potential_energy == Approx(b.potential_energy).epsilon(k_rounding));
}

}  // namespace

TEST_CASE("regions hold the statistics of their own triangles", "[contact][regions]") {
  const auto ball = surface(make_icosphere(30e-3, 4));
  const std::vector<Region> user{
      half_space_region(*ball, "slanted", {1e-3, 0, 0}, {1, 1, 0.2}),
      {"few", {}},
      {"all", half_space_region(*ball, "", {0, 0, -1}, {0, 0, 1}).triangles}};
  ContactPair pair(ball, surface(plate()), {}, user);
  const auto& result = pair.evaluate(translation(2e-3, 1e-3, -28e-3) * rotation(0.2, {1, 0, 0}));
  std::vector<Region> regions = axis_regions(*ball);
  regions.insert(regions.end(), user.begin(), user.end());
  REQUIRE(result.regions.size() == regions.size());
  for (std::size_t r = 0; r < regions.size(); ++r) {
    CAPTURE(r, regions[r].name);
    CHECK(result.regions[r].name == regions[r].name);
    check_equal(result.regions[r].statistics, summed(pair, regions[r]));
  }
  check_equal(result.regions.back().statistics, result.total);
}

TEST_CASE("axis regions: below zero is minus, zero and above is plus", "[contact][regions]") {
  // Two triangles of a strip have centroids at x = -1 and +1 thirds, y = 0 exactly for none.
  const TriangleMesh mesh{{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}, {0, -4, 0}}, {{0, 1, 2}, {0, 3, 1}}};
  const auto regions = axis_regions(*surface(mesh));
  const auto names = {"-x", "+x", "-y", "+y", "-z", "+z"};
  CHECK(std::equal(names.begin(), names.end(), regions.begin(), regions.end(),
                   [](const char* name, const Region& region) { return region.name == name; }));
  CHECK(regions[0].triangles.empty());  // both centroids have x = 0
  CHECK(regions[1].triangles == std::vector{0, 1});
  CHECK(regions[2].triangles == std::vector{1});
  CHECK(regions[3].triangles == std::vector{0});
  CHECK(regions[5].triangles == std::vector{0, 1});
}

TEST_CASE("no contact: centres are -1 and everything else zero", "[contact][regions]") {
  ContactPair pair(surface(make_icosphere(30e-3, 2)), surface(plate()), {});
  const auto& result = pair.evaluate(translation(0, 0, -1));
  CHECK(result.total.n_contacting == 0);
  CHECK(result.total.center_of_pressure == Vector3d(-1, -1, -1));
  CHECK(result.total.center_of_proximity == Vector3d(-1, -1, -1));
  CHECK(result.total.mean_pressure == 0);
  CHECK(result.regions.size() == 6);
  CHECK(result.patches.empty());
  CHECK(result.stiffness.isZero(0));
}

TEST_CASE("a half space without direction is refused", "[contact][regions]") {
  const auto box = surface(make_box({1, 1, 1}));
  CHECK_THROWS_AS(half_space_region(*box, "r", {0, 0, 0}, {0, 0, 0}), InputError);
  CHECK_THROWS_AS(half_space_region(*box, "r", {0, std::nan(""), 0}, {0, 0, 1}), InputError);
}
