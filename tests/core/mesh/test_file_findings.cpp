// Findings about a mesh file, from each format to the report.
#include <catch2/catch.hpp>
#include <iostream>

#include "condyle/mesh/mesh_repair.h"
#include "temporary_folder.h"

namespace condyle::test::file_findings_tests {
namespace {

namespace fs = std::filesystem;

/// A prism over an angle of two arms, whose ends are polygons with a corner that points inward.
const std::string k_points =
    "20 10 0\n10 10 0\n10 20 0\n0 20 0\n0 0 0\n20 0 0\n"
    "20 10 10\n10 10 10\n10 20 10\n0 20 10\n0 0 10\n20 0 10\n";
const std::vector<std::vector<int>> k_polygons = {
    {5, 4, 3, 2, 1, 0}, {6, 7, 8, 9, 10, 11}, {0, 1, 7, 6},   {1, 2, 8, 7},
    {2, 3, 9, 8},       {3, 4, 10, 9},        {4, 5, 11, 10}, {5, 0, 6, 11}};

std::string obj() {
  std::string text;
  for (std::size_t at = 0; at < k_points.size(); at = k_points.find('\n', at) + 1) {
    text += "v " + k_points.substr(at, k_points.find('\n', at) + 1 - at);
  }
  for (const auto& polygon : k_polygons) {
    text += "f";
    for (const int corner : polygon) text += " " + std::to_string(corner + 1);
    text += "\n";
  }
  return text;
}

std::string ply() {
  std::string text =
      "ply\nformat ascii 1.0\nelement vertex 12\nproperty float x\nproperty float y\n"
      "property float z\nelement face 8\nproperty list uchar int vertex_indices\nend_header\n" +
      k_points;
  for (const auto& polygon : k_polygons) {
    text += std::to_string(polygon.size());
    for (const int corner : polygon) text += " " + std::to_string(corner);
    text += "\n";
  }
  return text;
}

std::string vtp() {
  std::string corners, ends;
  std::size_t end = 0;
  for (const auto& polygon : k_polygons) {
    for (const int corner : polygon) corners += std::to_string(corner) + " ";
    ends += std::to_string(end += polygon.size()) + " ";
  }
  return "<VTKFile type=\"PolyData\" byte_order=\"LittleEndian\"><PolyData>"
         "<Piece NumberOfPoints=\"12\" NumberOfPolys=\"8\"><Points><DataArray type=\"Float64\" "
         "NumberOfComponents=\"3\" format=\"ascii\">" +
         k_points +
         "</DataArray></Points><Polys><DataArray type=\"Int32\" Name=\"connectivity\" "
         "format=\"ascii\">" +
         corners + "</DataArray><DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">" +
         ends + "</DataArray></Polys></Piece></PolyData></VTKFile>\n";
}

mesh::MeshReport report_on(const fs::path& file) {
  return inspect(mesh::read_mesh_with_findings(file, mesh::LengthUnit::millimetre));
}

}  // namespace

TEST_CASE("an angle of polygons is the same body in each format", "[mesh][file][polygon]") {
  const TemporaryFolder folder;
  for (const auto& [name, text] :
       {std::pair{"a.obj", obj()}, std::pair{"a.ply", ply()}, std::pair{"a.vtp", vtp()},
        std::pair{"padded.vtp", vtp() + std::string(100, '\0') + "\x1A"}}) {
    INFO(name);
    const mesh::MeshReport report = report_on(folder.write(name, text));
    CHECK(report.triangles == 20);
    CHECK(report.area == Approx(1400e-6).epsilon(1e-14));
    REQUIRE(report.volume);
    CHECK(*report.volume == Approx(3000e-9).epsilon(1e-14));
    CHECK(report.findings.empty());
  }
}

TEST_CASE("the report on a mesh file begins with what the file leaves open",
          "[mesh][file][polygon]") {
  const TemporaryFolder folder;
  const std::string points = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 10 10 3\n";
  const mesh::MeshReport report =
      report_on(folder.write("a.obj", points + "f 1 2 3 4\nf 1 3 2 4\nf 1 2 5 4\n"));
  REQUIRE(report.findings.size() > 2);
  CHECK(report.findings[0].kind == "crossing_polygons");
  CHECK(report.findings[0].problem.starts_with(
      "1 polygon of the file crosses or touches itself, the first is number 2"));
  CHECK(report.findings[1].kind == "bent_polygons");
  CHECK(report.findings[1].problem.find("the first is number 3") != std::string::npos);
}

TEST_CASE("mesh files that other programs wrote", "[mesh][file]") {
  const fs::path files = fs::path(CONDYLE_SHARED_DIR) / "attack/files";
  if (!fs::exists(files)) {
    std::cout << "SKIPPED: no folder " << files << "\n";
    return;
  }
  for (const std::string name :
       {"obj_comment_backslash.obj", "obj_comment_backslash_face.obj", "obj_ctrl_z.obj",
        "obj_group_backslash.obj", "ply_tristrips.ply", "stl_bin_extra_tail.stl",
        "stl_bin_tail_newline.stl", "stl_comment.stl", "stl_cr.stl", "stl_doubled_solid.stl",
        "stl_end_loop.stl", "stl_end_solid.stl", "stl_no_endsolid.stl"}) {
    INFO(name);
    const mesh::MeshReport report = report_on(files / name);
    CHECK(report.triangles == 12);
    CHECK(report.closed);
    CHECK(report.area == Approx(2400e-6).epsilon(1e-12));
  }
  for (const std::string name : {"obj_concave_L_2.obj", "ply_pentagon_concave.ply"}) {
    INFO(name);
    CHECK(report_on(files / name).area == Approx(1400e-6).epsilon(1e-12));
  }
}

}  // namespace condyle::test::file_findings_tests
