#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "temporary_folder.h"

namespace condyle::test::stl_file_tests {
namespace {

std::string ascii_stl(const TriangleMesh& mesh, const std::string& name = "part") {
  std::string text = "solid " + name + "\n";
  for (const auto& triangle : mesh.triangles) {
    text += "  facet normal nan 0 0\n    outer loop\n";
    for (const int vertex : triangle) {
      const Eigen::Vector3d& p = mesh.vertices[vertex];
      text += fmt::format("      vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += "    endloop\n  endfacet\n";
  }
  return text + "endsolid " + name + "\n";
}

std::string binary_stl(const TriangleMesh& mesh) {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "mesh.stl", mesh, mesh::LengthUnit::metre);
  return file_content(folder / "mesh.stl");
}

TriangleMesh read(const std::string& bytes) {
  const TemporaryFolder folder;
  return mesh::read_mesh(folder.write("mesh.stl", bytes), mesh::LengthUnit::metre);
}

mesh::MeshInFile read_with_findings(const std::string& bytes) {
  const TemporaryFolder folder;
  return mesh::read_mesh_with_findings(folder.write("mesh.stl", bytes), mesh::LengthUnit::metre);
}

/// The message without the folder's name.
std::string error_of(const std::string& bytes) {
  const std::string error = input_error_of([&] { read(bytes); });
  const std::size_t name = error.find("mesh.stl");
  return name == std::string::npos ? error : error.substr(name);
}

}  // namespace

TEST_CASE("ASCII STL keeps doubles, whatever the case and line ends", "[mesh][stl]") {
  const TriangleMesh mesh = scaled(mesh::make_icosphere(0.02, 1), {1.0 / 3, 1.0 / 7, 1.0 / 11});
  std::string text = ascii_stl(mesh);
  CHECK(welded(read(text)).vertices.size() == mesh.vertices.size());
  const TriangleMesh reference = read(text);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (int corner = 0; corner < 3; ++corner) {
      REQUIRE(reference.vertices[reference.triangles[t][corner]] ==
              mesh.vertices[mesh.triangles[t][corner]]);
    }
  }
  std::string windows;
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(read(windows).vertices == reference.vertices);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  CHECK(read(text).vertices == reference.vertices);
}

TEST_CASE("ASCII STL may hold several solids and be named anything", "[mesh][stl]") {
  const TriangleMesh box = mesh::make_box({1, 1, 1});
  const TriangleMesh other = scaled(box, {2, 2, 2});
  const TriangleMesh both = read(ascii_stl(box, "facet vertex") + ascii_stl(other, ""));
  CHECK(both.triangles.size() == 24);
  CHECK(both.vertices.size() == 16);
}

TEST_CASE("ASCII STL may have all of its words on one line", "[mesh][stl]") {
  const TriangleMesh ball = mesh::make_icosphere(0.02, 1);
  for (const std::string& name :
       {std::string("part"), std::string(), std::string("my facet model")}) {
    INFO("name '" << name << "'");
    std::string text = ascii_stl(ball, name);
    const TriangleMesh wanted = read(text);
    std::ranges::replace(text, '\n', ' ');
    CHECK(read(text).vertices == wanted.vertices);
    CHECK(read(text).triangles == wanted.triangles);
    CHECK(read_with_findings(text).findings.empty());
    CHECK(read(text + text).triangles.size() == 2 * wanted.triangles.size());
    text.resize(text.size() / 2);
    CHECK_THROWS_AS(read(text), InputError);
  }
}

TEST_CASE("binary STL is known by its size, also where it starts with solid", "[mesh][stl]") {
  const TriangleMesh box = mesh::make_box({1, 1, 1});
  std::string bytes = binary_stl(box);
  CHECK(bytes.size() == 84 + 50 * 12);
  bytes.replace(0, 12, "solid facet ");
  CHECK(read(bytes).triangles.size() == 12);
  CHECK(read(bytes + std::string(44, '\0')).triangles.size() == 12);  // filled up with zeros
}

TEST_CASE("ASCII STL as other programs write it", "[mesh][stl]") {
  using namespace std::string_literals;
  const TriangleMesh box = mesh::make_box({1, 1, 1});
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = ascii_stl(box);
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
    return text;
  };
  const std::string plain = ascii_stl(box);
  const auto expected = read(plain).triangles;
  for (const std::string& text :
       {"solid part\n" + plain, "; by hand\n\n# twice\n" + plain, changed("\n", "\r"),
        changed("solid part\n", "solid part\ncolor 1 0 0\n; note\n"),
        changed("endfacet\n", "endfacet\n // note\n COLOUR 1 0 0\n"),
        changed("endsolid part", "end solid part"), changed("endsolid part", "endsolidpart"),
        changed("endloop", "end loop"), changed("endfacet", "End Facet"), plain + "\x1A"s,
        plain + std::string(300, '\0'), "solid part\nendsolid part\n" + plain,
        "solid part\n" + plain + "endsolid part\n"}) {
    INFO(text.substr(0, 120) << " ... " << text.substr(text.size() - 30));
    const mesh::MeshInFile read = read_with_findings(text);
    CHECK(read.mesh.triangles == expected);
    CHECK(read.findings.empty());
  }
}

TEST_CASE("an STL file that may lack a part is read with a finding", "[mesh][stl]") {
  using namespace std::string_literals;
  const TriangleMesh box = mesh::make_box({1, 1, 1});
  const auto expected = read(ascii_stl(box)).triangles;
  const auto finding = [&](const std::string& bytes) {
    const mesh::MeshInFile read = read_with_findings(bytes);
    CHECK(read.mesh.triangles == expected);
    return read.findings.empty() ? "" : read.findings.front().kind;
  };
  const std::string text = ascii_stl(box), bytes = binary_stl(box);
  CHECK(finding(text.substr(0, text.find("endsolid"))) == "no_endsolid");
  CHECK(finding(bytes + "made by somebody") == "bytes_behind_mesh");
  CHECK(finding(bytes + bytes.substr(84, 50)) == "bytes_behind_mesh");
  for (const std::string& end : {"\n"s, "\r\n"s, "\x1A"s, std::string(44, '\0')}) {
    CHECK(finding(bytes + end).empty());
  }
}

TEST_CASE("damaged STL files are refused with place and remedy", "[mesh][stl]") {
  const std::string bytes = binary_stl(mesh::make_box({1, 1, 1}));
  CHECK(error_of(bytes.substr(0, 600)) ==
        "mesh.stl, byte 80: as binary STL it states 12 triangles, which take 684 bytes, but the "
        "file has 600; it is truncated or no STL, export or download it again");
  CHECK(error_of(bytes.substr(0, 60)).find("60 bytes are too few") != std::string::npos);

  std::string unfinished = bytes;
  unfinished.replace(80, 4, std::string(4, '\0'));
  CHECK(error_of(unfinished) ==
        "mesh.stl, byte 80: as binary STL it states 0 triangles, but more bytes follow; its export "
        "was not finished, export the mesh again");
  CHECK(error_of("part\n" + ascii_stl(mesh::make_box({1, 1, 1}))) ==
        "mesh.stl: is text, but does not start with 'solid' as ASCII STL does; export the mesh "
        "again");
  CHECK(
      error_of("solid a\nfacets\n").find("line 2: 'facets' stands where ASCII STL wants 'facet'") !=
      std::string::npos);

  std::string lying = bytes;
  lying.replace(80, 4, "\xFF\xFF\xFF\xFF");
  CHECK(error_of(lying).find("states 4294967295 triangles") != std::string::npos);

  std::string not_finite = bytes;
  not_finite.replace(84 + 50 + 12 + 4, 4, std::string("\0\0\xC0\x7F", 4));  // y of a first corner
  CHECK(
      error_of(not_finite) ==
      "mesh.stl, byte 150: triangle 1 has a coordinate that is not finite; export the mesh again");

  std::string none = bytes.substr(0, 84);
  none.replace(80, 4, std::string(4, '\0'));
  CHECK(error_of(none) == "mesh.stl: has no triangle; export a surface mesh, not points or lines");

  CHECK(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\n") ==
        "mesh.stl, line 4: 'zero' is not a number; a vertex needs three, export the mesh again");
  CHECK(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n")
            .find("line 4: the coordinate 'nan' is not finite") != std::string::npos);
  CHECK(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n") ==
        "mesh.stl, line 6: the file ends where 'vertex' should follow; it is truncated, export or "
        "download it again");
  CHECK(error_of("solid a\nendsolid\n").find("has no triangle") != std::string::npos);
  CHECK(error_of("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                 "0\nvertex 1 1 0\n")
            .find("line 7: 'vertex' stands where ASCII STL wants 'endloop'") != std::string::npos);
}

}  // namespace condyle::test::stl_file_tests
