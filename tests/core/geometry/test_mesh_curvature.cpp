// Discrete curvature and borders of meshes.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/mesh/mass_properties.h"
#include "condyle/mesh/primitives.h"
#include "core/src/geometry/mesh_borders.h"
#include "core/src/geometry/mesh_curvature.h"

namespace condyle::test::mesh_curvature_tests {
namespace {

using std::numbers::pi;

/// Greatest relative errors of both curvatures on a sphere's mesh.
struct Errors {
  double gaussian = 0, mean = 0;
};
Errors errors_on_sphere(int subdivisions) {
  const double R = 0.02;
  Errors errors;
  for (const VertexCurvature& c : vertex_curvatures(make_icosphere(R, subdivisions))) {
    errors.gaussian = std::max(errors.gaussian, std::abs(c.gaussian() * R * R - 1));
    errors.mean = std::max(errors.mean, std::abs(c.mean * R - 1));
  }
  return errors;
}

}  // namespace

TEST_CASE("defects sum to 2 pi times the Euler characteristic, shares to the area", "[geometry]") {
  const std::pair<TriangleMesh, int> meshes[] = {{make_icosphere(0.02, 3), 2},
                                                 {make_torus(0.03, 0.01, 40, 20), 0},
                                                 {make_plane_grid(0.1, 0.2, 9, 7), 1},
                                                 {make_box({1, 2, 3}, {2, 3, 4}), 2}};
  for (const auto& [mesh, characteristic] : meshes) {
    double defect = 0, area = 0;
    for (const VertexCurvature& c : vertex_curvatures(mesh)) {
      defect += c.defect;
      area += c.area;
    }
    CHECK(defect == Approx(2 * pi * characteristic).margin(1e-10));
    CHECK(area == Approx(surface_area(mesh)).epsilon(1e-12));
  }
}

TEST_CASE("a sphere's discrete curvatures approach 1/R and 1/R^2", "[geometry]") {
  const Errors coarse = errors_on_sphere(3), fine = errors_on_sphere(5);
  CHECK(fine.mean < 0.01);
  CHECK(fine.mean < coarse.mean);
  CHECK(fine.gaussian < 0.05);
}

TEST_CASE("a tube's mean curvature is half of 1/R, a torus' changes its sign inside",
          "[geometry]") {
  const TriangleMesh tube = make_cylinder(0.01, 0.1, 200, 60);
  const auto curvatures = vertex_curvatures(tube);
  int counted = 0;
  for (std::size_t v = 0; v < curvatures.size(); ++v) {
    const Eigen::Vector3d& p = tube.vertices[v];
    if (std::abs(p.z()) > 0.03 || p.head<2>().norm() < 0.009) continue;
    ++counted;
    CHECK(curvatures[v].mean == Approx(50).epsilon(1e-3));
    CHECK(std::abs(curvatures[v].gaussian()) <= 1e-6 * 1e4);
  }
  CHECK(counted > 1000);
  // R < 2 r: on the inside the concave direction has the larger curvature.
  const TriangleMesh torus = make_torus(0.03, 0.02, 120, 80);
  const auto on_torus = vertex_curvatures(torus);
  for (std::size_t v = 0; v < on_torus.size(); ++v) {
    const double across = torus.vertices[v].head<2>().norm();
    const double cosine = (across - 0.03) / 0.02;
    const double mean = (0.03 + 0.04 * cosine) / (2 * 0.02 * across);
    CHECK(on_torus[v].mean == Approx(mean).margin(0.02 * 50));
    CHECK(on_torus[v].gaussian() == Approx(cosine / (0.02 * across)).margin(0.02 * 5000));
  }
}

TEST_CASE("borders are loops, the surface to the left", "[geometry]") {
  CHECK(border_loops(make_icosphere(1, 1)).empty());
  const TriangleMesh grid = make_plane_grid(2, 1, 4, 3);
  const auto loops = border_loops(grid);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].size() == 14);
  double turned_area = 0;  // positive: counter-clockwise seen from the normal's side
  for (std::size_t k = 0; k < loops[0].size(); ++k) {
    const auto& p = grid.vertices[loops[0][k]];
    const auto& q = grid.vertices[loops[0][(k + 1) % loops[0].size()]];
    turned_area += 0.5 * (p.x() * q.y() - p.y() * q.x());
  }
  CHECK(turned_area == Approx(2));
  TriangleMesh tube = make_cylinder(0.01, 0.03, 20, 3, 1);
  tube.triangles.erase(tube.triangles.begin(), tube.triangles.begin() + 20);
  tube.triangles.resize(tube.triangles.size() - 20);
  const auto ends = border_loops(welded(tube));
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].size() == 20);
  CHECK(ends[1].size() == 20);
}

}  // namespace condyle::test::mesh_curvature_tests
