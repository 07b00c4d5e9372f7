// The angle defects of a mesh's vertices, from a full turn inside and from half a turn at a border,
// add up to 2 pi times the Euler characteristic (theorem of Gauss and Bonnet; of Descartes for
// polyhedra).

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "core/src/mesh/topology.h"

namespace condyle::test::gauss_bonnet_tests {
namespace {

using std::numbers::pi;

double total_defect(const TriangleMesh& mesh) {
  std::vector<double> defect(mesh.vertices.size(), 2 * pi);
  for_each_edge(sorted_edge_uses(mesh), [&](auto first, auto last) {
    if (last - first != 1) return;
    defect[first->low] -= pi / 2;  // each border vertex ends two open edges
    defect[first->high] -= pi / 2;
  });
  for (const auto& triangle : mesh.triangles) {
    for (int corner = 0; corner < 3; ++corner) {
      const Eigen::Vector3d& p = mesh.vertices[triangle[corner]];
      const Eigen::Vector3d u = mesh.vertices[triangle[(corner + 1) % 3]] - p;
      const Eigen::Vector3d v = mesh.vertices[triangle[(corner + 2) % 3]] - p;
      defect[triangle[corner]] -= std::atan2(u.cross(v).norm(), u.dot(v));
    }
  }
  double sum = 0;
  for (const double d : defect) sum += d;
  return sum;
}

void check(const TriangleMesh& mesh, int euler_characteristic) {
  CHECK(inspect(mesh).euler_characteristic == euler_characteristic);
  // Rounding of thousands of angles.
  CHECK(total_defect(mesh) == Approx(2 * pi * euler_characteristic).margin(1e-10));
}

}  // namespace

TEST_CASE("Gauss-Bonnet: a sphere's curvature is 4 pi, a torus' 0, a disc's 2 pi", "[mesh]") {
  check(mesh::make_icosphere(0.02, 4), 2);
  check(mesh::make_uv_sphere(0.02, 30, 20), 2);
  check(mesh::make_box({0.1, 0.2, 0.3}, {3, 4, 5}), 2);
  check(mesh::make_cylinder(0.01, 0.03, 20, 3, 2), 2);
  check(mesh::make_capsule(0.01, 0.03, 20, 5, 3), 2);
  check(mesh::make_ellipsoid({0.01, 0.02, 0.04}, 3), 2);
  check(mesh::make_torus(0.03, 0.01, 40, 20), 0);
  check(mesh::make_plane_grid(0.1, 0.2, 9, 7), 1);
  check(joined(mesh::make_torus(0.03, 0.01, 12, 9), mesh::make_icosphere(0.01, 1)), 2);
}

TEST_CASE("Gauss-Bonnet: a torus with a hole and a cut cylinder", "[mesh]") {
  TriangleMesh torus = mesh::make_torus(0.03, 0.01, 40, 20);
  torus.triangles.resize(torus.triangles.size() - 2);  // the two halves of one quadrilateral
  check(torus, -1);
  TriangleMesh tube = mesh::make_cylinder(0.01, 0.03, 20, 3, 1);
  tube.triangles.erase(tube.triangles.begin(), tube.triangles.begin() + 20);  // the low end
  tube.triangles.resize(tube.triangles.size() - 20);                          // the high end
  check(welded(tube), 0);
}

}  // namespace condyle::test::gauss_bonnet_tests
