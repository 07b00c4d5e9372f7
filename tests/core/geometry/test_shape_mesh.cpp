// Meshes of shapes, with their volumes and moments.
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/geometry/shape.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/geometry/random_shapes.h"
#include "core/src/mesh/topology.h"
#include "support/rounds.h"

namespace condyle::test::shape_mesh_tests {

using namespace geometry;
using Eigen::Vector3d;

TEST_CASE("a mesh keeps within its chord error", "[geometry]") {
  const unsigned seed = 44;
  test::RandomShapes random(seed);
  for (int round = 0; round < rounds(4); ++round) {
    for (const Shape& shape : random.one_of_each()) {
      INFO(test::described(shape, seed));
      if (!is_bounded(shape) && !std::holds_alternative<HeightMap>(shape)) {
        CHECK_THROWS_AS(mesh_of(shape, 0.01), InputError);
        continue;
      }
      if (std::holds_alternative<MeshSolid>(shape)) continue;
      const double size = test::size_of(shape), error = size * random.uniform(1e-3, 1e-2);
      const TriangleMesh mesh = mesh_of(shape, error);
      CHECK((is_closed(mesh) || std::holds_alternative<HeightMap>(shape)));
      for (const Vector3d& v : mesh.vertices) {
        CHECK(std::abs(implicit(shape, v).value) <= 1e-13 * size);
      }
      double most = 0;
      for (int i = 0; i < 2000; ++i) {
        const int t = random.integer(0, static_cast<int>(mesh.triangles.size()) - 1);
        Vector3d w(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
        w /= w.sum();
        const auto& [a, b, c] = mesh.triangles[t];
        const Vector3d p =
            w[0] * mesh.vertices[a] + w[1] * mesh.vertices[b] + w[2] * mesh.vertices[c];
        most = std::max(most, std::abs(nearest(shape, p).distance));
      }
      CHECK(most <= error);
    }
  }
}

TEST_CASE("volume, area, centre and inertia are the limit of fine meshes'", "[geometry]") {
  const unsigned seed = 45;
  test::RandomShapes random(seed);
  for (const Shape& shape : random.one_of_each()) {
    if (!is_bounded(shape)) continue;
    INFO(test::described(shape, seed));
    const SolidProperties solid = solid_properties(shape);
    // Errors of an inscribed mesh are proportional to the chord error, for all shapes.
    const double size = test::size_of(shape), error = 1e-5 * size;
    const TriangleMesh mesh = mesh_of(shape, error);
    const mesh::MassProperties mass = mass_properties(mesh);
    const double skin = 4 * error * solid.area;  // the volume between mesh and surface, generously
    CHECK(mass.volume == Approx(solid.volume).margin(skin));
    CHECK(surface_area(mesh) == Approx(solid.area).epsilon(2e-3));
    CHECK((mass.centre - solid.centre).norm() <= skin * size / solid.volume);
    CHECK((mass.inertia - solid.inertia).norm() <= 2 * skin * size * size);
    CHECK(mass.inertia.trace() == Approx(solid.inertia.trace()).margin(2 * skin * size * size));
  }
}

TEST_CASE("chord errors that cannot be met are refused", "[geometry]") {
  CHECK_THROWS_AS(mesh_of(Sphere{1}, 0), InputError);
  CHECK_THROWS_WITH(mesh_of(Torus{1, 0.5}, 1e-9), Catch::Contains("triangles"));
}

}  // namespace condyle::test::shape_mesh_tests
