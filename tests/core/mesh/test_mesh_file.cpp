#include <catch2/catch.hpp>
#include <cmath>
#include <iostream>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/topology.h"
#include "core/src/mesh/written_mesh.h"
#include "temporary_folder.h"

namespace condyle::test::mesh_file_tests {
namespace {

/// A closed mesh whose coordinates use all 53 bits.
const TriangleMesh& sample() {
  static const TriangleMesh mesh =
      scaled(mesh::make_icosphere(0.02, 2), {1.0 / 3, 1.0 / 7, 1.0 / 11});
  return mesh;
}

void check_equal(const TriangleMesh& a, const TriangleMesh& b) {
  CHECK(a.vertices == b.vertices);
  CHECK(a.triangles == b.triangles);
}

/// Largest distance of equally numbered vertices, relative to the size of `a`.
double relative_difference(const TriangleMesh& a, const TriangleMesh& b) {
  REQUIRE(a.vertices.size() == b.vertices.size());
  double largest = 0, size = 0;
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    largest = std::max(largest, (a.vertices[i] - b.vertices[i]).norm());
    size = std::max(size, a.vertices[i].norm());
  }
  return largest / size;
}

}  // namespace

TEST_CASE("OBJ, PLY and VTP in metres read back to the same doubles", "[mesh][file]") {
  const TemporaryFolder folder;
  for (const std::string name : {"mesh.obj", "mesh.ply", "mesh.vtp", "MESH.VTP"}) {
    INFO(name);
    mesh::write_mesh(folder / name, sample(), mesh::LengthUnit::metre);
    check_equal(mesh::read_mesh(folder / name, mesh::LengthUnit::metre), sample());
  }
}

TEST_CASE("STL reads back to its floats, welded", "[mesh][file]") {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "mesh.stl", sample(), mesh::LengthUnit::metre);
  const TriangleMesh mesh = mesh::read_mesh(folder / "mesh.stl", mesh::LengthUnit::metre);
  CHECK(mesh.triangles.size() == sample().triangles.size());
  CHECK(mesh.vertices.size() == sample().vertices.size());
  CHECK(is_closed(mesh));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      const Eigen::Vector3d exact = sample().vertices[sample().triangles[t][corner]];
      REQUIRE(mesh.vertices[mesh.triangles[t][corner]] == exact.cast<float>().cast<double>());
    }
  }
  CHECK(mesh::read_mesh_as_stored(folder / "mesh.stl", mesh::LengthUnit::metre).vertices.size() ==
        3 * mesh.triangles.size());
}

TEST_CASE("a file in any unit gives the same metres to rounding", "[mesh][file]") {
  const TemporaryFolder folder;
  for (const mesh::LengthUnit unit : {mesh::LengthUnit::centimetre, mesh::LengthUnit::millimetre,
                                      mesh::LengthUnit::micrometre, mesh::LengthUnit::inch}) {
    for (const std::string name : {"mesh.obj", "mesh.ply", "mesh.vtp"}) {
      INFO(name << " with " << mesh::metres_per(unit) << " m");
      mesh::write_mesh(folder / name, sample(), unit);
      // One rounding when written, one when read.
      CHECK(relative_difference(mesh::read_mesh(folder / name, unit), sample()) < 3e-16);
    }
  }
}

TEST_CASE("decimal millimetres become the doubles next to the decimal metres", "[mesh][file]") {
  const TemporaryFolder folder;
  const auto in_mm = folder.write("mm.obj", "v 0.1 0.7 1.1\nv 3.3 0 0\nv 0 12.345 0\nf 1 2 3\n");
  const auto in_m =
      folder.write("m.obj", "v 0.0001 0.0007 0.0011\nv 0.0033 0 0\nv 0 0.012345 0\nf 1 2 3\n");
  check_equal(mesh::read_mesh(in_mm, mesh::LengthUnit::millimetre),
              mesh::read_mesh(in_m, mesh::LengthUnit::metre));
}

TEST_CASE("units are read by their short names", "[mesh][file]") {
  CHECK(mesh::metres_per(mesh::parse_length_unit("m")) == 1);
  CHECK(mesh::metres_per(mesh::parse_length_unit("cm")) == 0.01);
  CHECK(mesh::metres_per(mesh::parse_length_unit("mm")) == 0.001);
  CHECK(mesh::metres_per(mesh::parse_length_unit("um")) == 1e-6);
  CHECK(mesh::metres_per(mesh::parse_length_unit("in")) == 0.0254);
  const std::string error = input_error_of([] { mesh::parse_length_unit("furlong"); });
  CHECK(error == "'furlong' is no unit of length; give m, cm, mm, um or in");
}

TEST_CASE("the implant meshes have their published counts", "[mesh][file]") {
  const std::filesystem::path data = std::filesystem::path(CONDYLE_SHARED_DIR) / "data/dm-tka";
  if (!std::filesystem::exists(data)) {
    std::cout << "SKIPPED: no folder " << data << "\n";
    return;
  }
  const auto femoral =
      mesh::read_mesh(data / "dm-femoral-component-contact.stl", mesh::LengthUnit::metre);
  const auto insert =
      mesh::read_mesh(data / "dm-tibial-insert-contact.stl", mesh::LengthUnit::metre);
  const auto button =
      mesh::read_mesh(data / "dm-patellar-button-contact.stl", mesh::LengthUnit::metre);
  CHECK(femoral.triangles.size() == 24960);
  CHECK(femoral.vertices.size() == 12771);
  CHECK(insert.triangles.size() == 15042);
  CHECK(button.triangles.size() == 16791);
  CHECK(button.vertices.size() == 8529);
}

TEST_CASE("the content says the format where the extension does not", "[mesh][file]") {
  const TemporaryFolder folder;
  for (const std::string extension : {"ply", "vtp", "stl"}) {
    mesh::write_mesh(folder / ("mesh." + extension), sample(), mesh::LengthUnit::metre);
    const auto nameless = folder.write("mesh", file_content(folder / ("mesh." + extension)));
    CHECK(mesh::read_mesh(nameless, mesh::LengthUnit::metre).triangles.size() ==
          sample().triangles.size());
  }
}

TEST_CASE("files that are no mesh are refused by name with a remedy", "[mesh][file]") {
  const TemporaryFolder folder;
  const auto error_of = [](const std::filesystem::path& file) {
    return input_error_of([&] { mesh::read_mesh(file, mesh::LengthUnit::metre); });
  };
  const auto path = [&](const std::string& name) { return (folder / name).string(); };
  CHECK(error_of(folder / "none.stl") == path("none.stl") + ": no such file; check the path");
  CHECK(error_of(folder / "") == path("") + ": is a folder; give a file in it");
  if (std::filesystem::exists("/dev/null"))
    CHECK(error_of("/dev/null") == "/dev/null: is not a regular file; give one");
  CHECK(error_of(folder.write("e.obj", "")) ==
        path("e.obj") + ": is empty; export or download it again");
  CHECK(error_of(folder.write("a.txt", "hello")) ==
        path("a.txt") + ": is in no known mesh format; give STL, OBJ, PLY or VTP");
  CHECK(error_of(folder.write("a.vtk", "# vtk DataFile Version 3.0\n")) ==
        path("a.vtk") + ": is a legacy VTK file; save it as VTK XML PolyData (.vtp)");
  CHECK(error_of(folder.write("p.obj", "v 0 0 0\nv 1 0 0\n")) ==
        path("p.obj") + ": has no triangle; export a surface mesh, not points or lines");
  CHECK(error_of(folder.write("a.ply", "x")) ==
        path("a.ply") + ": does not start with 'ply'; export the mesh again");
  CHECK(error_of(folder.write("a.vtp", "x")) ==
        path("a.vtp") + ": is not XML as a .vtp file must be; export the mesh again");
}

TEST_CASE("a byte-order mark before the text of a mesh is passed over", "[mesh][file]") {
  const TemporaryFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  const std::string triangle =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\n";
  const auto size = [&](const std::string& name, const std::string& text) {
    return mesh::read_mesh(folder.write(name, mark + text), mesh::LengthUnit::metre)
        .triangles.size();
  };
  CHECK(size("mesh.stl", "solid a\n" + triangle + triangle + "endsolid a\n") == 2);
  CHECK(size("mesh", "solid a\n" + triangle + "endsolid a\n") == 1);
  CHECK(size("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n") == 1);
  for (const std::string name : {"mesh.ply", "mesh.vtp"}) {
    mesh::write_mesh(folder / name, sample(), mesh::LengthUnit::metre);
    CHECK(size(name, file_content(folder / name)) == sample().triangles.size());
  }
  const std::string error =
      input_error_of([&] { size("bad.stl", "solid a\nfacet normal 0 0 1\nouter tube\n"); });
  CHECK(error.find("bad.stl, line 3: 'tube' stands where ASCII STL wants 'loop'") !=
        std::string::npos);
}

TEST_CASE("coordinates beyond 1e9 m are refused in every format and unit", "[mesh][file]") {
  const TemporaryFolder folder;
  const double just = mesh::k_farthest_coordinate;
  TriangleMesh mesh{{{just, 0, 0}, {0, -just, 0}, {0, 0, just}}, {{0, 1, 2}}};
  for (const std::string name : {"far.stl", "far.obj", "far.ply", "far.vtp"}) {
    INFO(name);
    mesh::write_mesh(folder / name, mesh, mesh::LengthUnit::metre);
    CHECK(mesh::read_mesh(folder / name, mesh::LengthUnit::metre).triangles.size() == 1);
    TriangleMesh too_far = mesh;
    too_far.vertices[1].y() = -2e9;
    mesh::write_mesh(folder / name, too_far, mesh::LengthUnit::metre);
    CHECK(mesh::read_mesh(folder / name, mesh::LengthUnit::millimetre).triangles.size() == 1);
    CHECK(input_error_of([&] { mesh::read_mesh(folder / name, mesh::LengthUnit::metre); }) ==
          (folder / name).string() +
              ": vertex 1 has a coordinate of 2e+09 m, beyond 1e+09 m; check the unit (--unit), or "
              "export the mesh again");
  }
}

TEST_CASE("the check that every reader ends in sees each fault", "[mesh][file]") {
  const auto error_of = [](const TriangleMesh& mesh) {
    return input_error_of([&] { require_readable("a.stl", mesh); });
  };
  const auto starts = [](const std::string& text, const std::string& start) {
    INFO(text);
    CHECK(text.find(start) == 0);
  };
  const std::vector<Eigen::Vector3d> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  CHECK(error_of({corners, {{0, 1, 2}}}).empty());
  starts(error_of({corners, {}}), "a.stl: has no triangle");
  starts(error_of({corners, {{0, 1, 3}}}), "a.stl: triangle 0 names vertex 3");
  starts(error_of({corners, {{0, 1, 2}, {0, -1, 2}}}), "a.stl: triangle 1 names vertex -1");
  starts(error_of({{{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}}, {{0, 1, 2}}}),
         "a.stl: vertex 2 has a coordinate that is not finite");
  starts(error_of({{{0, 0, 0}, {1, 0, 0}, {0, 0, -1.1e9}}, {{0, 1, 2}}}),
         "a.stl: vertex 2 has a coordinate of 1.1e+09 m");
}

TEST_CASE("as_written is what a file gives back", "[mesh][file]") {
  const TemporaryFolder folder;
  for (const mesh::LengthUnit unit :
       {mesh::LengthUnit::metre, mesh::LengthUnit::millimetre, mesh::LengthUnit::inch}) {
    for (const std::string name : {"mesh.stl", "mesh.obj", "mesh.ply", "mesh.vtp"}) {
      INFO(name << " with " << mesh::metres_per(unit) << " m");
      mesh::write_mesh(folder / name, sample(), unit);
      const TriangleMesh rounded = welded(as_written(folder / name, sample(), unit));
      const TriangleMesh read = mesh::read_mesh(folder / name, unit);
      REQUIRE(read.triangles.size() == rounded.triangles.size());
      for (std::size_t t = 0; t < read.triangles.size(); ++t) {
        for (int k = 0; k < 3; ++k) {
          REQUIRE(read.vertices[read.triangles[t][k]] == rounded.vertices[rounded.triangles[t][k]]);
        }
      }
      mesh::write_mesh(folder / name, rounded, unit);
      check_equal(mesh::read_mesh(folder / name, unit), read);
    }
  }
}

TEST_CASE("writing refuses what cannot be stored", "[mesh][file]") {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& name, const TriangleMesh& mesh) {
    return input_error_of([&] { mesh::write_mesh(folder / name, mesh, mesh::LengthUnit::metre); });
  };
  CHECK(error_of("mesh.iges", sample()).find("'.iges' names no mesh format") != std::string::npos);
  CHECK(error_of("mesh.stl", scaled(sample(), Eigen::Vector3d::Constant(1e45)))
            .find("too large for STL's floats") != std::string::npos);
  CHECK(error_of("mesh.obj", {}).find("no triangle") != std::string::npos);
  CHECK(error_of("none/mesh.obj", sample()).find("does not exist; create it first") !=
        std::string::npos);
  CHECK(folder.file_count() == 0);
}

}  // namespace condyle::test::mesh_file_tests
