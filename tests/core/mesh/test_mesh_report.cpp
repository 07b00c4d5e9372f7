#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "damaged_meshes.h"

namespace condyle::test::mesh_report_tests {
namespace {

std::vector<std::string> kinds(const mesh::MeshReport& report) {
  std::vector<std::string> result;
  for (const mesh::MeshFinding& finding : report.findings) result.push_back(finding.kind);
  return result;
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("inspect measures a sound mesh and finds nothing", "[mesh][report]") {
  const mesh::MeshReport report = inspect(mesh::make_box({0.01, 0.02, 0.03}));
  CHECK(report.triangles == 12);
  CHECK(report.vertices == 8);
  CHECK(report.low == Eigen::Vector3d(-0.005, -0.01, -0.015));
  CHECK(report.high == Eigen::Vector3d(0.005, 0.01, 0.015));
  CHECK(report.area == Approx(2.2e-3).epsilon(1e-14));
  CHECK(report.closed);
  REQUIRE(report.volume);
  CHECK(*report.volume == Approx(6e-6).epsilon(1e-14));
  CHECK(report.components == 1);
  CHECK(report.euler_characteristic == 2);
  CHECK(report.outward_fraction == 1);
  CHECK(report.findings.empty());
}

TEST_CASE("inspect counts each defect and nothing else", "[mesh][report]") {
  const TriangleMesh sphere = mesh::make_icosphere(0.02, 2);  // 320 triangles, 162 vertices

  SECTION("a hole") {
    const mesh::MeshReport report = inspect(with_hole(sphere));
    CHECK(kinds(report) == Kinds{"open_edges"});
    CHECK(report.open_edges == 3);
    CHECK(report.borders == 1);
    CHECK_FALSE(report.closed);
    CHECK_FALSE(report.volume);
    CHECK(report.euler_characteristic == 1);
  }
  SECTION("one triangle turned") {
    const mesh::MeshReport report = inspect(with_turned(sphere, {7}));
    CHECK(kinds(report) == Kinds{"inconsistent_winding"});
    CHECK(report.turned_edges == 3);
    CHECK(report.closed);
    CHECK_FALSE(report.volume);
  }
  SECTION("all turned inward") {
    const mesh::MeshReport report = inspect(inside_out(sphere));
    CHECK(kinds(report) == Kinds{"inward"});
    CHECK(report.inward_components == 1);
    CHECK(*report.volume < 0);
    CHECK(report.outward_fraction == 0);
  }
  SECTION("a triangle twice") {
    TriangleMesh mesh = sphere;
    mesh.triangles.push_back(mesh.triangles[5]);
    const mesh::MeshReport report = inspect(mesh);
    CHECK(kinds(report) == Kinds{"duplicate_triangles", "non_manifold_edges"});
    CHECK(report.duplicate_triangles == 1);
    CHECK(report.non_manifold_edges == 3);
  }
  SECTION("a vertex that nothing uses") {
    TriangleMesh mesh = sphere;
    mesh.vertices.emplace_back(0, 0, 0);
    const mesh::MeshReport report = inspect(mesh);
    CHECK(kinds(report) == Kinds{"unused_vertices"});
    CHECK(report.euler_characteristic == 2);
  }
  SECTION("three vertices per triangle") {
    const mesh::MeshReport report = inspect(unwelded(sphere));
    CHECK(kinds(report) == Kinds{"coincident_vertices", "open_edges"});
    CHECK(report.coincident_vertices == 3 * 320 - 162);
    CHECK(report.components == 320);
    CHECK(report.borders == 320);
  }
  SECTION("a flat triangle in an edge") {
    const mesh::MeshReport report = inspect(with_flat_triangle(mesh::make_box({0.01, 0.01, 0.01})));
    CHECK(kinds(report) == Kinds{"degenerate_triangles"});
    CHECK(report.degenerate_triangles == 1);
    CHECK(report.closed);
  }
  SECTION("a collapsed triangle") {
    TriangleMesh mesh = sphere;
    mesh.triangles.push_back({3, 3, 4});
    CHECK(inspect(mesh).degenerate_triangles == 1);
  }
  SECTION("slivers") {
    const mesh::MeshReport report = inspect(mesh::make_cylinder(0.02, 1e-4, 12));
    CHECK(kinds(report) == Kinds{"slivers"});
    CHECK(report.slivers == 24);  // the wall; the end triangles are sound
  }
  SECTION("a Moebius strip") {
    const mesh::MeshReport report = inspect(moebius_strip());
    CHECK(report.one_sided_components == 1);
    CHECK(report.borders == 1);
    CHECK(report.euler_characteristic == 0);
  }
}

TEST_CASE("a cavity's wall is right when it faces into the cavity", "[mesh][report]") {
  const TriangleMesh outer = mesh::make_icosphere(0.02, 2), inner = mesh::make_icosphere(0.01, 2);
  const mesh::MeshReport right = inspect(joined(outer, inside_out(inner)));
  CHECK(right.findings.empty());
  CHECK(right.components == 2);
  CHECK(right.euler_characteristic == 4);
  CHECK(*right.volume == Approx(7.0 / 8 * *inspect(outer).volume).epsilon(1e-12));
  CHECK(inspect(joined(outer, inner)).inward_components == 1);
  const TriangleMesh core =
      mesh::make_icosphere(0.005, 2);  // a body in the cavity faces outward again
  CHECK(inspect(joined(joined(outer, inside_out(inner)), core)).findings.empty());
  const TriangleMesh beside = transformed(inner, Pose(Eigen::Translation3d(0.05, 0, 0)));
  CHECK(inspect(joined(outer, beside)).findings.empty());
}

TEST_CASE("an open surface says how much of it faces away from its centre", "[mesh][report]") {
  TriangleMesh dome = mesh::make_uv_sphere(0.02, 24, 12);
  dome.triangles.resize(dome.triangles.size() / 2);  // the lower half
  const mesh::MeshReport out = inspect(welded(dome)), in = inspect(inside_out(welded(dome)));
  CHECK(out.outward_fraction == 1);
  CHECK(kinds(out) == Kinds{"open_edges"});
  CHECK(in.outward_fraction == 0);
  CHECK(kinds(in) == Kinds{"open_edges", "possibly_inward"});
}

TEST_CASE("a flat surface faces neither away from its centre nor toward it", "[mesh][report]") {
  const TriangleMesh flat = mesh::make_plane_grid(0.08, 0.05, 7, 5);
  for (const double tilt : {0.0, 0.4, 2.0}) {
    Pose X = Pose(Eigen::AngleAxisd(tilt, Eigen::Vector3d(1, 2, 3).normalized()));
    X.translation() = Eigen::Vector3d(0.3, 0.1, -0.2);
    TriangleMesh rounded = transformed(flat, X);
    for (Eigen::Vector3d& p : rounded.vertices) p = p.cast<float>().cast<double>();
    for (const TriangleMesh& mesh : {rounded, inside_out(rounded)}) {
      CAPTURE(tilt);
      CHECK(inspect(mesh).outward_fraction == Approx(0.5));
      CHECK(kinds(inspect(mesh)) == Kinds{"open_edges"});
    }
  }
}

TEST_CASE("a size that no joint has points at the unit", "[mesh][report]") {
  const auto finding_of = [](double radius) {
    const mesh::MeshReport report = inspect(mesh::make_icosphere(radius, 1));
    REQUIRE(kinds(report) == Kinds{"unit"});
    return report.findings.front().problem;
  };
  CHECK(finding_of(30).find("looks like millimetres taken for metres") != std::string::npos);
  CHECK(finding_of(30000).find("looks like micrometres taken for metres") != std::string::npos);
  CHECK(finding_of(30e-6).find("looks like metres taken for millimetres") != std::string::npos);
  CHECK(inspect(mesh::make_icosphere(0.4, 1)).findings.empty());
  CHECK(inspect(mesh::make_icosphere(0.001, 1)).findings.empty());
}

TEST_CASE("inspect refuses what is no mesh", "[mesh][report]") {
  TriangleMesh mesh = mesh::make_box({1, 1, 1});
  CHECK_THROWS_AS(mesh::inspect(TriangleMesh{}), InputError);
  mesh.vertices[0].x() = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(inspect(mesh), InputError);
  mesh = mesh::make_box({1, 1, 1});
  mesh.triangles[0][0] = 8;
  CHECK_THROWS_AS(inspect(mesh), InputError);
}

TEST_CASE("the report is the same text and JSON for people and programs", "[mesh][report]") {
  const mesh::MeshReport report = inspect(with_hole(mesh::make_box({0.01, 0.02, 0.03})));
  const std::string text = to_text(report, "box.stl");
  CHECK(text.find("box.stl\n  triangles             11\n") == 0);
  CHECK(text.find("size                  10 x 20 x 30 mm") != std::string::npos);
  CHECK(text.find("volume                undefined: not closed") != std::string::npos);
  CHECK(text.find("  - 3 open edges on 1 border: ") != std::string::npos);
  CHECK(text.find("    Remedy: fine for a contact surface") != std::string::npos);

  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json["triangles"] == 11);
  CHECK(json["volume_m3"].is_null());
  CHECK(json["bounds_m"][1][2] == 0.015);
  CHECK(json["findings"][0]["kind"] == "open_edges");
  CHECK(to_text(inspect(mesh::make_box({0.01, 0.01, 0.01})), "b").find("No findings.") !=
        std::string::npos);
}

TEST_CASE("the implant meshes are open, manifold and wound consistently", "[mesh][report]") {
  const std::filesystem::path data = std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";
  if (!std::filesystem::exists(data)) {
    std::cout << "SKIPPED: no folder " << data << "\n";
    return;
  }
  for (const std::string name : {"femoral-component", "tibial-insert", "patellar-button"}) {
    INFO(name);
    const mesh::MeshReport report =
        inspect(mesh::read_mesh(data / ("dm-" + name + "-contact.stl"), mesh::LengthUnit::metre));
    CHECK(report.open_edges > 0);
    CHECK(report.non_manifold_edges == 0);
    CHECK(report.turned_edges == 0);
    CHECK(report.duplicate_triangles == 0);
    CHECK(report.inward_components == 0);
  }
}

}  // namespace condyle::test::mesh_report_tests
