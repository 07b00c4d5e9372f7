// Smooth normals of meshes, compared with Simbody 3.7. Both interpolate the normals of the three
// corners linearly, but the corners' normals differ: Condyle weights a triangle by its interior
// angle at the corner, Simbody by the exterior angle, pi minus the interior one.
#ifdef CONDYLE_HAS_SIMBODY
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/primitives.h"
#include "core/geometry/random_shapes.h"
#include "peers/simbody/simbody_shape.h"

namespace condyle::test::simbody_smooth_normals_tests {
namespace {

using Eigen::Vector3d;
using peers::SimbodyShape;
using std::numbers::pi;
using test::RandomShapes;

constexpr unsigned k_seed = 51;
constexpr double k_same = 1e-9;

}  // namespace

TEST_CASE("Simbody: smooth normals of a mesh agree where the angles about each corner do",
          "[simbody]") {
  RandomShapes random(k_seed);
  for (int subdivisions = 0; subdivisions <= 4; ++subdivisions) {
    const geometry::MeshSolid ours(mesh::make_icosphere(1, subdivisions),
                                   geometry::MeshNormals::smooth);
    const SimbodyShape theirs =
        SimbodyShape::mesh(ours.mesh().vertices, ours.mesh().triangles, true);
    // An icosahedron's angles are all equal. In its subdivisions they differ by a bounded fraction,
    // and normals differ by less than the size of a triangle.
    const double edge = 1.1 / std::pow(2, subdivisions);
    const double same = subdivisions == 0 ? k_same : 0.1 * edge;
    for (int i = 0; i < 500; ++i) {
      const Vector3d p = random.uniform(1.05, 2) * random.direction();
      bool inside = true;
      Vector3d normal;
      theirs.nearest(p, inside, normal);
      CHECK((normal - nearest(ours, p).normal).norm() <= same);
    }
  }
}

TEST_CASE("Simbody: at a cube's corners smooth normals differ: theirs depend on the triangles",
          "[simbody]") {
  const geometry::MeshSolid ours(mesh::make_box({2, 2, 2}), geometry::MeshNormals::smooth);
  const std::vector<std::array<int, 3>>& triangles = ours.mesh().triangles;
  const SimbodyShape theirs = SimbodyShape::mesh(ours.mesh().vertices, triangles, true);
  int different = 0;
  for (std::size_t v = 0; v < ours.mesh().vertices.size(); ++v) {
    const Vector3d& corner = ours.mesh().vertices[v];
    Vector3d expected = Vector3d::Zero();  // the sum of (pi - angle) times face normal
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k) {
        if (triangles[t][k] != static_cast<int>(v)) continue;
        const Vector3d a = (ours.mesh().vertices[triangles[t][(k + 1) % 3]] - corner).normalized();
        const Vector3d b = (ours.mesh().vertices[triangles[t][(k + 2) % 3]] - corner).normalized();
        expected += (pi - std::acos(a.dot(b))) * ours.face_normal(static_cast<int>(t));
      }
    }
    bool inside = true;
    Vector3d normal;
    theirs.nearest(2 * corner, inside, normal);
    const Vector3d mine = nearest(ours, 2 * corner).normal;
    // Symmetric for any division into triangles.
    CHECK((mine - corner.normalized()).norm() <= k_same);
    CHECK((normal - expected.normalized()).norm() <= k_same);
    different += (normal - mine).norm() > 0.1;
  }
  CHECK(different > 0);
}

}  // namespace condyle::test::simbody_smooth_normals_tests
#endif
