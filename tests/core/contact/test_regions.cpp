#include <catch2/catch.hpp>

#include "condyle/contact/contact_result.h"
#include "condyle/error.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::regions_tests {

TEST_CASE("axis regions: below zero is minus, zero and above is plus", "[contact][regions]") {
  // Two triangles with their centroids at (0, 0) and (0, -2) in x and y.
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
  ContactPair pair(surface(mesh::make_icosphere(30e-3, 2)), surface(plate()), {});
  const auto& result = pair.evaluate(translation(0, 0, -1));
  CHECK(result.total.n_contacting == 0);
  CHECK(result.total.center_of_pressure == Vector3d(-1, -1, -1));
  CHECK(result.total.center_of_proximity == Vector3d(-1, -1, -1));
  CHECK(result.total.mean_pressure_of_triangles == 0);
  CHECK(result.regions.size() == 6);
  CHECK(result.patches.empty());
  CHECK(result.stiffness.get().isZero(0));
}

TEST_CASE("a half space without direction is refused", "[contact][regions]") {
  const auto box = surface(mesh::make_box({1, 1, 1}));
  CHECK_THROWS_AS(half_space_region(*box, "r", {0, 0, 0}, {0, 0, 0}), InputError);
  CHECK_THROWS_AS(half_space_region(*box, "r", {0, std::nan(""), 0}, {0, 0, 1}), InputError);
}

}  // namespace condyle::test::regions_tests
