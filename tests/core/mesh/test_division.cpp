#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/collision/random_geometry.h"
#include "core/src/mesh/division.h"
#include "core/src/mesh/topology.h"

namespace condyle::test::division_tests {

TEST_CASE("Division keeps the surface, closed and wound as it was, and leaves no long edge",
          "[mesh]") {
  const unsigned seed = GENERATE(range(1u, 6u));
  CAPTURE(seed);
  test::RandomGeometry random(seed);
  for (const TriangleMesh& mesh :
       {mesh::make_box({1, 2, 0.1}), mesh::make_cylinder(0.3, 4, 12), mesh::make_icosphere(1, 1),
        random.bumpy(mesh::make_torus(1, 0.3, 9, 5), 0.05)}) {
    const double most = longest_edge(mesh) * random.uniform(0.05, 1.2);
    const TriangleMesh fine = divided(mesh, most);
    CHECK(longest_edge(fine) <= most);
    CHECK(is_closed(fine));
    CHECK(surface_area(fine) == Approx(surface_area(mesh)).epsilon(1e-12));
    CHECK(signed_volume(fine) == Approx(signed_volume(mesh)).epsilon(1e-12));
    CHECK((fine.triangles.size() > mesh.triangles.size()) == (most < longest_edge(mesh)));
  }
}

TEST_CASE("Division cuts what is long alone", "[mesh]") {
  // Twelve strips of 0.16 by 4 need no cut of their width; as many cuts both ways would make 9 x 9
  // parts.
  const TriangleMesh tube = mesh::make_cylinder(0.3, 4, 12);
  CHECK(divided(tube, 0.5).triangles.size() < 81 * tube.triangles.size() / 2);
}

TEST_CASE("Division that makes too many triangles is refused", "[mesh][errors]") {
  CHECK_THROWS_WITH(divided(mesh::make_box({1, 1, 1}), 1e-4), Catch::Contains("allow longer"));
}

}  // namespace condyle::test::division_tests
