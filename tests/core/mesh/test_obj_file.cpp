#include <catch2/catch.hpp>

#include "condyle/mesh/mesh_file.h"
#include "temporary_folder.h"

namespace condyle::test::obj_file_tests {
namespace {

using Triangles = std::vector<std::array<int, 3>>;

TriangleMesh read(const std::string& text) {
  const TemporaryFolder folder;
  return mesh::read_mesh_as_stored(folder.write("mesh.obj", text), mesh::LengthUnit::metre);
}

std::string error_of(const std::string& text) {
  const std::string error = input_error_of([&] { read(text); });
  const std::size_t name = error.find("mesh.obj");
  return name == std::string::npos ? error : error.substr(name);
}

const std::string k_four = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

}  // namespace

TEST_CASE("OBJ faces may carry texture and normal indices", "[mesh][obj]") {
  const std::string rest = "vt 0 0\nvn 0 0 1\n";
  for (const std::string face : {"f 1 2 3", "f 1/1 2/1 3/1", "f 1//1 2//1 3//1",
                                 "f 1/1/1 2/1/1 3/1/1", "f -4 -3 -2", "f\t1   2 3  # comment"}) {
    INFO(face);
    CHECK(read(k_four + rest + face + "\n").triangles == Triangles{{0, 1, 2}});
  }
}

TEST_CASE("OBJ polygons become fans", "[mesh][obj]") {
  CHECK(read(k_four + "f 1 2 3 4").triangles == Triangles{{0, 1, 2}, {0, 2, 3}});
}

TEST_CASE("OBJ statements run on behind a backslash", "[mesh][obj]") {
  for (const std::string end : {"\n", "\r\n", "  \n", "\t\r\n"}) {
    const TriangleMesh mesh = read("v 0 0 \\" + end + "0" + end + "v 1 0 0" + end + "v 1\\" + end +
                                   " 1 0" + end + "f 1 2 \\" + end + "3" + end);
    CHECK(mesh.triangles == Triangles{{0, 1, 2}});
    CHECK(mesh.vertices[2] == Eigen::Vector3d(1, 1, 0));
  }
  CHECK(error_of("v 0 0 \\\n0\nv 1 0 0\nv 1 x 0\n").find("line 4: 'x'") != std::string::npos);
}

TEST_CASE("OBJ lines that only end in a backslash leave the next statement alone", "[mesh][obj]") {
  const std::string face = "f 1 2 3\n";
  for (const std::string line :
       {"# made in C:\\parts\\", "#\\", "g head\\", "o C:\\a\\", "usemtl a\\", "mtllib C:\\b\\",
        "s off \\", "g head \\\r", "f 2 3 4 # last \\", "# a\\\n# b\\"}) {
    INFO(line);
    const TriangleMesh mesh = read(k_four + line + "\n" + face);
    CHECK(mesh.triangles.back() == std::array{0, 1, 2});
    CHECK(
        read(line.starts_with('f') ? k_four + face : line + "\n" + k_four + face).vertices.size() ==
        4);
  }
  CHECK(read(k_four + "g head \\\n neck\n" + face).triangles.size() == 1);  // a name on two lines
  CHECK(error_of(k_four + "g a\\\nsurf 0 1 0 1 1 2\n").find("line 6: 'surf' is no OBJ statement") !=
        std::string::npos);
}

TEST_CASE("OBJ files may end in padding and lines in returns", "[mesh][obj]") {
  using namespace std::string_literals;
  for (const std::string& end :
       {"\x1A"s, "\n\x1A"s, "\n\x1A\r\n"s, "\n"s + std::string(700, '\0')}) {
    CHECK(read(k_four + "f 1 2 3" + end).triangles.size() == 1);
  }
  std::string text = k_four + "f 1 2 9\n";
  for (char& c : text) c = c == '\n' ? '\r' : c;
  CHECK(error_of(text).find("line 5: the face names vertex '9'") != std::string::npos);
  CHECK(error_of(k_four + "f 1 2 3\n\x1A\nf 1 2 3\n").find("line 6") != std::string::npos);
}

TEST_CASE("OBJ ignores what does not change the surface", "[mesh][obj]") {
  const TriangleMesh mesh = read(
      "\xEF\xBB\xBF# a comment\nmtllib C:\\a b.mtl\no part\ng side\ns off\n"
      "usemtl steel\n\n  " +
      k_four + "v 5 5 5 0.5 0.5 0.5\nl 1 2\np 1\nf 1 2 3\n");
  CHECK(mesh.vertices.size() == 5);
  CHECK(mesh.triangles.size() == 1);
}

TEST_CASE("OBJ faces may stand before their vertices", "[mesh][obj]") {
  CHECK(read("f 1 2 3\n" + k_four).triangles == Triangles{{0, 1, 2}});
}

TEST_CASE("OBJ numbers may have signs, exponents and be tiny", "[mesh][obj]") {
  const TriangleMesh mesh = read("v +1.5e-3 -2E+2 .5\nv 1e-400 0 0\nv 1. 0 0\nf 1 2 3\n");
  CHECK(mesh.vertices[0] == Eigen::Vector3d(0.0015, -200, 0.5));
  CHECK(mesh.vertices[1] == Eigen::Vector3d::Zero());
  CHECK(mesh.vertices[2] == Eigen::Vector3d::UnitX());
}

TEST_CASE("damaged OBJ files are refused with line and remedy", "[mesh][obj]") {
  CHECK(error_of(k_four + "f 1 2 5\n") ==
        "mesh.obj, line 5: the face names vertex '5' but there are 4; the file is truncated or "
        "damaged, export the mesh again");
  CHECK(error_of(k_four + "f 0 1 2\n").find("line 5: the face names vertex '0'") !=
        std::string::npos);
  CHECK(error_of(k_four + "f -5 1 2\n").find("vertex '-5'") != std::string::npos);
  CHECK(error_of(k_four + "f 1 2 99999999999999999999\n").find("no index of a vertex") !=
        std::string::npos);
  CHECK(error_of(k_four + "f 1 2 2147483649\n").find("but there are 4") != std::string::npos);
  CHECK(error_of(k_four + "f 1 2\n") ==
        "mesh.obj, line 5: a face has 2 corners; it needs three or more, export the mesh again");
  CHECK(error_of(k_four + "f 1 2 3/x\n").find("'3/x' is no index") != std::string::npos);
  CHECK(error_of("v 0 0\n") ==
        "mesh.obj, line 1: a vertex has fewer than three coordinates; export the mesh again");
  CHECK(error_of("v 0 0 1e999\n").find("'1e999' is not finite") != std::string::npos);
  CHECK(error_of("v 0 0 1,5\n").find("'1,5' is not a number") != std::string::npos);
  CHECK(error_of("version https://example.org\n").find("line 1: 'version' is no OBJ statement") !=
        std::string::npos);
  CHECK(error_of("surf 0 1 0 1 1 2\n").find("export the mesh as polygons") != std::string::npos);
}

}  // namespace condyle::test::obj_file_tests
