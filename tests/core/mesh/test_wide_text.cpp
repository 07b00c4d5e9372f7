// Text files in UTF-16 and UTF-32, as some programs of Windows save them, and PLY files whose lines
// end with returns alone.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "core/opensim/osim_text.h"
#include "core/scene/src/json_node.h"
#include "core/src/files/file_bytes.h"
#include "temporary_folder.h"

namespace condyle::test::wide_text_tests {
namespace {

struct Encoding {
  std::size_t size;  ///< bytes of a letter
  bool is_little_endian, has_mark;
};

const std::vector<Encoding> k_wide = {{2, true, true},   {2, false, true}, {2, true, false},
                                      {2, false, false}, {4, true, true},  {4, false, true},
                                      {4, true, false},  {4, false, false}};

/// ASCII text in another encoding.
std::string encoded(const std::string& text, const Encoding& as) {
  std::string bytes;
  const auto add = [&](unsigned letter) {
    std::string one(as.size, '\0');
    one[0] = static_cast<char>(letter & 0xFF);
    one[1] = static_cast<char>(letter >> 8);
    if (!as.is_little_endian) std::reverse(one.begin(), one.end());
    bytes += one;
  };
  if (as.has_mark) add(0xFEFF);
  for (const char c : text) add(static_cast<unsigned char>(c));
  return bytes;
}

/// Checks that each encoding of the text is refused for the true reason.
template <class Read>
void check_refused(const TemporaryFolder& folder, const std::string& name, const std::string& text,
                   const Read& read) {
  REQUIRE_NOTHROW(read(folder.write(name, text)));
  for (const Encoding& encoding : k_wide) {
    CAPTURE(name, encoding.size, encoding.is_little_endian, encoding.has_mark);
    const auto file = folder.write(name, encoded(text, encoding));
    CHECK(input_error_of([&] { read(file); }) ==
          file.string() + (encoding.size == 2 ? ": is text in UTF-16" : ": is text in UTF-32") +
              "; save it as UTF-8");
  }
}

constexpr const char* k_stl =
    "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
    "endfacet\nendsolid t\n";

}  // namespace

TEST_CASE("meshes, motions and scenes in UTF-16 or UTF-32 are refused for that reason",
          "[mesh][file][wide]") {
  const TemporaryFolder folder;
  const auto read = [](const std::filesystem::path& file) {
    mesh::read_mesh(file, mesh::LengthUnit::metre);
  };
  check_refused(folder, "a.stl", k_stl, read);
  check_refused(folder, "a.obj", "# a triangle\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", read);
  check_refused(folder, "a.ply",
                "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                "property float z\nelement face 1\nproperty list uchar int vertex_indices\n"
                "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
                read);
  mesh::write_mesh(folder / "right.vtp", mesh::make_icosphere(1, 0), mesh::LengthUnit::metre);
  check_refused(folder, "a.vtp", file_content(folder / "right.vtp"), read);
  check_refused(folder, "a.mot", "m\nversion=1\nendheader\ntime\tq\n0\t1\n",
                [](const auto& file) { opensim::read_motion_table(file); });
  check_refused(folder, "a.json", R"({"bodies": []})",
                [](const auto& file) { scene::JsonNode::read(file); });
}

TEST_CASE("a model in UTF-16 or UTF-32 is read as in UTF-8", "[model][osim][wide]") {
  const TemporaryFolder folder;
  const OsimText parts;
  const std::string text = parts.text();  // whose declaration names UTF-8
  const std::size_t bodies = opensim::read_osim(folder.write("a.osim", text)).bodies.size();
  for (const Encoding& encoding : k_wide) {
    CAPTURE(encoding.size, encoding.is_little_endian, encoding.has_mark);
    const auto file = folder.write("a.osim", encoded(text, encoding));
    CHECK(opensim::read_osim(file).bodies.size() == bodies);
  }
}

TEST_CASE("binary meshes and short files are not taken for wide text", "[mesh][file][wide]") {
  using namespace std::string_literals;
  const TemporaryFolder folder;
  for (const char* name : {"a.stl", "a.ply"}) {
    mesh::write_mesh(folder / name, mesh::make_icosphere(1, 1), mesh::LengthUnit::metre);
    CHECK(mesh::read_mesh(folder / name, mesh::LengthUnit::metre).triangles.size() == 80);
  }
  // The header of a binary STL file may hold anything.
  std::string stl = file_content(folder / "a.stl");
  stl.replace(0, 12, "\xFF\xFEs\0o\0l\0i\0d\0"s);
  for (const char* name : {"b.stl", "b.bin"}) {
    folder.write(name, stl);
    CHECK(mesh::read_mesh(folder / name, mesh::LengthUnit::metre).triangles.size() == 80);
  }
  for (const std::string& bytes :
       {"a"s, "a\0"s, "ab"s, "\0\0\0\0"s, "v 0\0"s, std::string(64, '\0')})
    CHECK_NOTHROW(require_narrow_text("file", bytes));
}

TEST_CASE("a binary PLY file whose header has returns alone at its lines' ends", "[mesh][ply]") {
  const TemporaryFolder folder;
  // Coordinates and indices with bytes of returns and newlines in them.
  TriangleMesh mesh = mesh::make_icosphere(1, 3);
  for (int i = 0; i < 40; ++i)
    mesh.vertices[i] = Eigen::Vector3d(0x1.0d0d0d0d0d0d0p0, 0x1.0a0a0a0a0a0a0p0, i + 1);
  mesh::write_mesh(folder / "a.ply", mesh, mesh::LengthUnit::metre);
  std::string bytes = file_content(folder / "a.ply");
  const std::string last_line = "end_header\n";
  const std::size_t body = bytes.find(last_line) + last_line.size();
  // Comments of more than 512 bytes, and one that names the last line.
  const std::size_t format = bytes.find('\n', 4) + 1;
  const std::string comments =
      "comment end_header\n" + std::string("comment ") + std::string(600, 'x') + "\n";
  for (const std::string& more : {std::string(), comments}) {
    std::string other = bytes;
    other.insert(format, more);
    std::replace(other.begin(), other.begin() + std::ptrdiff_t(body + more.size()), '\n', '\r');
    const TriangleMesh read =
        mesh::read_mesh_as_stored(folder.write("b.ply", other), mesh::LengthUnit::metre);
    CHECK(read.vertices == mesh.vertices);
    CHECK(read.triangles == mesh.triangles);
  }
  // One triangle, without a newline in the whole file.
  TriangleMesh one{{{0x1.0d0d0d0d0d0d0p0, 0, 0}, {3, 0, 0}, {0, 3, 0}}, {{0, 1, 2}}};
  mesh::write_mesh(folder / "one.ply", one, mesh::LengthUnit::metre);
  std::string small = file_content(folder / "one.ply");
  small.insert(small.find('\n', 4) + 1, comments);
  std::replace(small.begin(), small.end(), '\n', '\r');
  CHECK(
      mesh::read_mesh_as_stored(folder.write("one.ply", small), mesh::LengthUnit::metre).vertices ==
      one.vertices);
  CHECK_THAT(input_error_of([&] {
               mesh::read_mesh(folder.write("cut.ply", small.substr(0, 60)),
                               mesh::LengthUnit::metre);
             }),
             Catch::Contains("end_header"));
}

}  // namespace condyle::test::wide_text_tests
