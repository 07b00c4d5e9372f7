#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/topology.h"
#include "damaged_meshes.h"

namespace condyle::test::mesh_repair_tests {
namespace {

using Sentences = std::vector<std::string>;

}  // namespace

TEST_CASE("repair changes nothing in a sound mesh and says nothing", "[mesh][repair]") {
  const TriangleMesh box = mesh::make_box({0.01, 0.02, 0.03});
  const mesh::RepairedMesh result = repair(box);
  CHECK(result.mesh.vertices == box.vertices);
  CHECK(result.mesh.triangles == box.triangles);
  CHECK(result.done.empty());
  CHECK(result.report.findings.empty());
}

TEST_CASE("repair undoes each defect and says so", "[mesh][repair]") {
  const TriangleMesh sphere = mesh::make_icosphere(0.02, 2);
  const double volume = signed_volume(sphere);
  const auto check = [&](const TriangleMesh& damaged, const Sentences& done) {
    const mesh::RepairedMesh result = repair(damaged);
    CHECK(result.done == done);
    CHECK(result.report.findings.empty());
    CHECK(is_closed(result.mesh));
    CHECK(signed_volume(result.mesh) == Approx(volume).epsilon(1e-13));
  };
  check(with_turned(sphere, {3, 4, 200}), {"turned 3 triangles so that neighbours agree"});
  check(with_turned(sphere, {0}), {"turned 1 triangle so that neighbours agree"});
  check(inside_out(sphere), {"turned 1 closed part outward"});
  check(unwelded(sphere), {"merged 798 vertices into others at exactly the same position"});
  TriangleMesh damaged = sphere;
  damaged.vertices.emplace_back(1, 1, 1);
  check(damaged, {"dropped 1 vertex that no triangle uses"});
  damaged = sphere;
  damaged.triangles.push_back({1, 1, 2});
  damaged.triangles.push_back(damaged.triangles[7]);
  check(damaged, {"dropped 1 triangle without area",
                  "dropped 1 triangle on the vertices of an earlier one"});
}

TEST_CASE("repair turns the diagonal next to a flat triangle instead of opening a hole",
          "[mesh][repair]") {
  const TriangleMesh damaged = with_flat_triangle(mesh::make_box({0.01, 0.02, 0.03}));
  REQUIRE(inspect(damaged).degenerate_triangles == 1);
  const mesh::RepairedMesh result = repair(damaged);
  CHECK(result.done ==
        Sentences{"turned the diagonal between 1 triangle without area and the neighbour"});
  CHECK(is_closed(result.mesh));
  CHECK(result.report.findings.empty());
  CHECK(signed_volume(result.mesh) == Approx(6e-6).epsilon(1e-13));
  CHECK(surface_area(result.mesh) == Approx(2.2e-3).epsilon(1e-13));
}

TEST_CASE("repair drops a flat triangle on a border", "[mesh][repair]") {
  TriangleMesh grid = mesh::make_plane_grid(0.02, 0.02, 2, 2);
  grid.triangles.push_back({2, 1, 0});  // along the lower border
  const mesh::RepairedMesh result = repair(grid);
  CHECK(result.done == Sentences{"dropped 1 triangle without area"});
  CHECK(result.mesh.triangles.size() == 8);
}

TEST_CASE("repair closes cracks within the weld distance alone", "[mesh][repair]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> shift(-1e-7, 1e-7);
  TriangleMesh cracked = unwelded(mesh::make_icosphere(0.02, 2));
  for (Eigen::Vector3d& p : cracked.vertices) {
    p += Eigen::Vector3d(shift(random), shift(random), shift(random));
  }
  CHECK_FALSE(repair(cracked).report.closed);
  mesh::RepairOptions options;
  options.weld_distance = 1e-6;  // above the largest distance 2 sqrt(3) 1e-7
  const mesh::RepairedMesh result = repair(cracked, options);
  CHECK(result.report.findings.empty());
  CHECK(result.mesh.vertices.size() == 162);
  CHECK(result.done == Sentences{"merged 798 vertices into others within 1e-06 m"});
}

TEST_CASE("repair turns bodies outward and walls of cavities inward", "[mesh][repair]") {
  const TriangleMesh outer = mesh::make_icosphere(0.02, 2), inner = mesh::make_icosphere(0.01, 2);
  const mesh::RepairedMesh result = repair(joined(inside_out(outer), inner));
  CHECK(result.done == Sentences{"turned 2 closed parts outward"});
  CHECK(signed_volume(result.mesh) ==
        Approx(signed_volume(outer) - signed_volume(inner)).epsilon(1e-12));
}

TEST_CASE("repair of any triangles turned at random gives the sphere back", "[mesh][repair]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const TriangleMesh sphere = mesh::make_icosphere(0.02, 2);
  for (int round = 0; round < 20; ++round) {
    std::vector<int> turned;
    for (int t = 0; t < 320; ++t) {
      if (random() % 2 == 0) turned.push_back(t);
    }
    const mesh::RepairedMesh result = repair(with_turned(sphere, turned));
    REQUIRE(is_closed(result.mesh));
    REQUIRE(signed_volume(result.mesh) == Approx(signed_volume(sphere)).epsilon(1e-13));
  }
}

TEST_CASE("an open part keeps the winding of most of its area, unless turned", "[mesh][repair]") {
  const TriangleMesh grid = mesh::make_plane_grid(0.02, 0.02, 3, 3);
  const mesh::RepairedMesh kept = repair(with_turned(grid, {0, 5, 9}));
  for (int t = 0; t < 18; ++t) CHECK(area_vector_doubled(kept.mesh, t).z() > 0);
  mesh::RepairOptions options;
  options.turn_all = true;
  const mesh::RepairedMesh turned = repair(grid, options);
  CHECK(turned.done == Sentences{"turned all triangles"});
  for (int t = 0; t < 18; ++t) CHECK(area_vector_doubled(turned.mesh, t).z() < 0);
}

TEST_CASE("repair says what it leaves", "[mesh][repair]") {
  const mesh::RepairedMesh open = repair(with_hole(mesh::make_icosphere(0.02, 1)));
  REQUIRE(open.report.findings.size() == 1);
  CHECK(open.report.findings[0].kind == "open_edges");
  const mesh::RepairedMesh strip = repair(moebius_strip());
  CHECK(strip.report.one_sided_components == 1);
  CHECK(strip.mesh.triangles == moebius_strip().triangles);
}

TEST_CASE("repair refuses bad options and a mesh of which nothing is left", "[mesh][repair]") {
  mesh::RepairOptions options;
  options.weld_distance = -1;
  CHECK_THROWS_AS(repair(mesh::make_box({1, 1, 1}), options), InputError);
  options.weld_distance = 10;
  CHECK_THROWS_AS(repair(mesh::make_box({1, 1, 1}), options), InputError);
  CHECK_THROWS_AS(mesh::repair({}), InputError);
}

}  // namespace condyle::test::mesh_repair_tests
