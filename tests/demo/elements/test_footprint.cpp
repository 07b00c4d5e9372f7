// The part of a surface over the back of its layer, its outline, and the solid between.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "elements/footprint.h"
#include "elements/layer_solid.h"

namespace condyle::test::footprint_tests {
namespace {

using Catch::Contains;

TriangleMesh plane_at(double z, double size = 0.1) {
  Pose X = Pose::Identity();
  X.translation().z() = z;
  return transformed(mesh::make_plane_grid(size, size, 4, 4), X);
}

TriangleMesh without(const TriangleMesh& mesh, double radius) {
  TriangleMesh rest{mesh.vertices, {}};
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    if (centroid(mesh, t).norm() > radius) rest.triangles.push_back(mesh.triangles[t]);
  return welded(rest);
}

}  // namespace

TEST_CASE("footprint: a plate's outline is a square, whichever way it lies", "[elements]") {
  const bool is_turned = GENERATE(false, true);
  Pose X = Pose::Identity();
  if (is_turned) {
    X.linear() = Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    X.translation() = Eigen::Vector3d(0.1, -0.3, 0.2);
  }
  const TriangleMesh plate = transformed(mesh::make_plane_grid(0.04, 0.04, 8, 8), X);
  const Footprint footprint = make_footprint(plate, transformed(plane_at(-0.008), X), "plate");
  CHECK(footprint.triangles.size() == 128);
  const std::vector<PlanLoop> loops = outline_of(footprint, 1e-4);
  REQUIRE(loops.size() == 1);
  CHECK(area_of(loops[0]) == Approx(0.04 * 0.04));
  CHECK(loops[0].size() <= 5);  // a loop starts anywhere
}

TEST_CASE("footprint: a hole runs clockwise", "[elements]") {
  const TriangleMesh plate = without(mesh::make_plane_grid(0.04, 0.04, 20, 20), 8e-3);
  const std::vector<PlanLoop> loops =
      outline_of(make_footprint(plate, plane_at(-0.008), "plate"), 1e-6);
  REQUIRE(loops.size() == 2);
  CHECK(area_of(loops[0]) + area_of(loops[1]) == Approx(surface_area(plate)));
  CHECK(std::min(area_of(loops[0]), area_of(loops[1])) < 0);
}

TEST_CASE("footprint: of a box the upper face lies over its bottom", "[elements]") {
  const TriangleMesh box = mesh::make_box({0.04, 0.03, 0.008}, {4, 3, 1});
  const Footprint footprint = make_footprint(box, plane_at(-0.004), "box");
  CHECK(surface_area(footprint.top) == Approx(0.04 * 0.03));
  CHECK(outline_of(footprint, 1e-5).size() == 1);
}

TEST_CASE("footprint: what has no volume, no direction or lies over itself is refused",
          "[elements]") {
  const TriangleMesh plate = mesh::make_plane_grid(0.04, 0.04, 8, 8);
  const auto error = [](const TriangleMesh& surface, const TriangleMesh& back) {
    return input_error_of([&] { make_footprint(surface, back, "part.stl"); });
  };
  CHECK_THAT(error(plate, plane_at(0.008)),
             Contains("part.stl") && Contains("no volume") && Contains("wound outward"));
  const TriangleMesh ball = mesh::make_icosphere(0.02, 2);
  CHECK_THAT(error(ball, ball), Contains("both closed") && Contains("the face that is bonded"));
  CHECK_THAT(error(joined(plate, plane_at(0.004, 0.01)), plane_at(-0.008)),
             Contains("lies 0.004 m below another part") && Contains("cut the mesh"));
}

TEST_CASE("layer solid: columns fill the space between surface and back", "[elements]") {
  // Two right triangles over a slope.
  const TriangleMesh plate = mesh::make_plane_grid(0.02, 0.02, 2, 2);
  TriangleMesh back = plane_at(-0.008);
  for (Eigen::Vector3d& v : back.vertices) v.z() += 0.1 * v.x();
  PlanMesh plan;
  const auto point = [&](double x, double y) { plan.points.emplace_back(0.01 * x, 0.01 * y); };
  for (const auto& [x, y] : {std::pair(-1., -1.), {1., -1.}, {1., 1.}, {-1., 1.}}) point(x, y);
  for (const auto& [x, y] : {std::pair(0., -1.), {1., 0.}, {0., 0.}, {0., 1.}, {-1., 0.}})
    point(x, y);
  plan.triangles = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 6, 7, 8}};
  const LayerSolid solid = make_layer_solid(make_footprint(plate, back, "plate"), plan, 4e-3, 1e-4);
  CHECK(solid.wedges.size() == 2 * static_cast<std::size_t>(solid.levels));
  CHECK(solid.back_nodes.size() == plan.points.size());
  double lowest = 0;
  for (const int node : solid.back_nodes) {
    const Eigen::Vector3d& p = solid.nodes[node - 1];
    CHECK(p.z() == Approx(-0.008 + 0.1 * p.x()));
    lowest = std::min(lowest, p.z());
  }
  for (const int node : solid.top_node) CHECK(std::abs(solid.nodes[node - 1].z()) < 1e-12);
  for (const auto& wedge : solid.wedges)  // upwards from its lower to its upper face
    for (int k = 0; k < 3; ++k)
      CHECK(solid.nodes[wedge[3 + k] - 1].z() > solid.nodes[wedge[k] - 1].z() + 5e-4);
}

}  // namespace condyle::test::footprint_tests
