#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "temporary_folder.h"

namespace condyle::test::ply_file_tests {
namespace {

TriangleMesh read(const std::string& bytes) {
  const TemporaryFolder folder;
  return mesh::read_mesh_as_stored(folder.write("mesh.ply", bytes), mesh::LengthUnit::metre);
}

std::string error_of(const std::string& bytes) {
  const std::string error = input_error_of([&] { read(bytes); });
  const std::size_t name = error.find("mesh.ply");
  return name == std::string::npos ? error : error.substr(name);
}

template <class Number>
void append(std::string& bytes, double value, bool big_endian) {
  const auto number = static_cast<Number>(value);
  std::string stored(sizeof(Number), '\0');
  std::memcpy(stored.data(), &number, sizeof(Number));
  if (big_endian) std::reverse(stored.begin(), stored.end());  // these tests run on little endian
  bytes += stored;
}

/// A PLY file with extra properties and elements around the required ones.
template <class Real, class Length, class Index>
std::string binary_ply(const TriangleMesh& mesh, bool big_endian, const std::string& real,
                       const std::string& length, const std::string& index) {
  std::string bytes = fmt::format(
      "ply\nformat binary_{}_endian 1.0\ncomment made for a test\nelement camera 2\n"
      "property list uchar short path\nelement vertex {}\nproperty uchar red\nproperty {} x\n"
      "property {} y\nproperty {} z\nproperty double quality\nelement face {}\n"
      "property list uchar float texture\nproperty list {} {} vertex_indices\nproperty int flags\n"
      "end_header\n",
      big_endian ? "big" : "little", mesh.vertices.size(), real, real, real, mesh.triangles.size(),
      length, index);
  for (int camera = 0; camera < 2; ++camera) {
    append<std::uint8_t>(bytes, 2, big_endian);
    for (int i = 0; i < 2; ++i) append<std::int16_t>(bytes, 7, big_endian);
  }
  for (const Eigen::Vector3d& p : mesh.vertices) {
    append<std::uint8_t>(bytes, 255, big_endian);
    for (const double x : p) append<Real>(bytes, x, big_endian);
    append<double>(bytes, 0.5, big_endian);
  }
  for (const auto& triangle : mesh.triangles) {
    append<std::uint8_t>(bytes, 1, big_endian);
    append<float>(bytes, 0.25, big_endian);
    append<Length>(bytes, 3, big_endian);
    for (const int vertex : triangle) append<Index>(bytes, vertex, big_endian);
    append<std::int32_t>(bytes, 1, big_endian);
  }
  return bytes;
}

TriangleMesh sample() { return scaled(mesh::make_icosphere(1, 1), {1.0 / 3, 1.0 / 7, 1.0 / 11}); }

const std::string k_header =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n";
const std::string k_vertices = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

}  // namespace

TEST_CASE("binary PLY of either byte order and any number type", "[mesh][ply]") {
  for (const bool big : {false, true}) {
    const auto exact = read(
        binary_ply<double, std::uint8_t, std::int32_t>(sample(), big, "double", "uchar", "int"));
    CHECK(exact.vertices == sample().vertices);
    CHECK(exact.triangles == sample().triangles);

    const auto rounded = read(binary_ply<float, std::int32_t, std::uint16_t>(
        sample(), big, "float32", "int32", "ushort"));
    CHECK(rounded.triangles == sample().triangles);
    for (std::size_t i = 0; i < rounded.vertices.size(); ++i) {
      REQUIRE(rounded.vertices[i] == sample().vertices[i].cast<float>().cast<double>());
    }
    CHECK(
        read(binary_ply<float, std::int8_t, std::uint8_t>(sample(), big, "float", "char", "uint8"))
            .triangles == sample().triangles);
    CHECK(read(binary_ply<float, std::uint16_t, std::int16_t>(sample(), big, "float", "uint16",
                                                              "int16"))
              .triangles == sample().triangles);
    CHECK(read(binary_ply<float, std::int16_t, std::uint32_t>(sample(), big, "float", "short",
                                                              "uint"))
              .triangles == sample().triangles);
  }
}

TEST_CASE("ASCII PLY with a polygon becomes a fan", "[mesh][ply]") {
  const TriangleMesh mesh = read(k_header + k_vertices + "4 0 1 2 3\n");
  CHECK(mesh.triangles == std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}});
  CHECK(mesh.vertices[2] == Eigen::Vector3d(1, 1, 0));
}

TEST_CASE("PLY with lists of triangle strips", "[mesh][ply]") {
  const std::string header =
      k_header.substr(0, k_header.find("element face")) +
      "element tristrips 1\nproperty list int int vertex_indices\nend_header\n";
  using Triangles = std::vector<std::array<int, 3>>;
  const auto triangles = [&](const std::string& list) {
    return read(header + k_vertices + list).triangles;
  };
  CHECK(triangles("4 0 1 3 2\n") == Triangles{{0, 1, 3}, {1, 2, 3}});
  CHECK(triangles("9 0 1 3 -1 1 2 3 3 -1\n") == Triangles{{0, 1, 3}, {1, 2, 3}});
  CHECK(triangles("8 -1 -1 0 1 -1 0 1 3\n") == Triangles{{0, 1, 3}});
  CHECK(error_of(header + k_vertices + "3 0 1 4\n").find("names vertex 4 but there are 4") !=
        std::string::npos);
  CHECK(error_of(header + k_vertices + "3 0 1 -2\n").find("names vertex -2") != std::string::npos);
}

TEST_CASE("PLY may end in padding, have returns as line ends and faces before vertices",
          "[mesh][ply]") {
  using namespace std::string_literals;
  const std::string text = k_header + k_vertices + "4 0 1 2 3\n";
  for (const std::string& end : {"\x1A"s, std::string(512, '\0')}) {
    CHECK(read(text + end).triangles.size() == 2);
    CHECK(read(binary_ply<double, std::uint8_t, std::int32_t>(sample(), false, "double", "uchar",
                                                              "int") +
               end)
              .triangles == sample().triangles);
  }
  std::string returns = text;
  std::replace(returns.begin(), returns.end(), '\n', '\r');
  CHECK(read(returns).triangles == read(text).triangles);
  const TriangleMesh mesh = read(
      "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_index\n"
      "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
      "4 0 1 2 3\n0 0 0\n4 0 0\n1 1 0\n0 4 0\n");  // a dart: its fan about corner 0 is right
  CHECK(mesh.triangles == std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 2, 3}});
}

TEST_CASE("PLY with a vertex element that holds no vertices is refused", "[mesh][ply]") {
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  CHECK(error_of("ply\nformat ascii 1.0\nelement vertex 5\n" + face + "3 0 1 2\n") ==
        "mesh.ply: the vertices of this PLY file lack a property x, y or z; export the mesh again");
  const std::string axes = "property float x\nproperty float y\nproperty float z\n";
  CHECK(
      error_of("ply\nformat ascii 1.0\nelement vertex 1\n" + axes + "element vertex 9\n" + axes +
               face + "0 0 0\n3 0 0 0\n") ==
      "mesh.ply, line 7: element 'vertex' stands twice in the PLY header; keep one, or export the "
      "mesh again");
  CHECK(error_of("ply\nformat ascii 1.0\nelement vertex 1\nelement vertex 9\n" + axes + face +
                 "3 0 1 2\n")
            .find("line 4: element 'vertex' stands twice") != std::string::npos);
}

TEST_CASE("damaged PLY files are refused with place and remedy", "[mesh][ply]") {
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(part << " in " << text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(error_of("ply\nformat ascii 1.0\n"), "the PLY header has no 'end_header'");
  contains(error_of("ply\nend_header\n"), "has no 'format' line");
  contains(error_of("ply\nformat ebcdic 1.0\nend_header\n"), "line 2: 'format ebcdic 1.0'");
  contains(error_of("ply\nformat ascii 1.0\nelement vertex -3\nend_header\n"), "line 3: ");
  contains(error_of("ply\nformat ascii 1.0\nproperty float x\nend_header\n"), "line 3: ");
  contains(error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\nend_header\n"),
           "line 4: 'property real x' is no line of a PLY header");
  contains(error_of("ply\nformat ascii 1.0\nend_header\n"), "has no element 'vertex'");
  contains(error_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n"),
           "lack a property x, y or z");
  contains(error_of(k_header + k_vertices), "truncated");
  contains(error_of(k_header + "0 0 0\n1 0 0\n"), "truncated");
  contains(error_of(k_header + k_vertices + "3 0 1 4\n"),
           "line 14: face 0 names vertex 4 but there are 4, counted from 0");
  contains(error_of(k_header + k_vertices + "3 0 1 -1\n"), "face 0 names vertex -1");
  contains(error_of(k_header + k_vertices + "3 0 1 1.5\n"), "face 0 names vertex 1.5");
  contains(error_of(k_header + k_vertices + "2 0 1\n"), "face 0 has 2 corners");
  contains(error_of(k_header + k_vertices + "-3 0 1\n"), "-3 is no length of a list");
  contains(error_of(k_header + "0 0 nan\n" + k_vertices + "3 0 1 2\n"),
           "line 10: vertex 0 has a coordinate that is not finite");
  contains(error_of(k_header + "0 0 x\n" + k_vertices + "3 0 1 2\n"),
           "line 10: 'x' is not a number");

  std::string lying = k_header;
  lying.replace(lying.find("vertex 4"), 8, "vertex 2000000000");
  contains(error_of(lying + k_vertices), "states 2000000000 of element 'vertex' but only 24 bytes");
  lying.replace(lying.find("vertex 2"), 17, "vertex 9000000000000000000");
  contains(error_of(lying + k_vertices), "more than a mesh can have");

  const std::string bytes =
      binary_ply<double, std::uint8_t, std::int32_t>(sample(), false, "double", "uchar", "int");
  contains(error_of(bytes.substr(0, bytes.size() - 1)), "byte ");
  contains(error_of(bytes.substr(0, bytes.size() - 1)), "truncated");
}

TEST_CASE("a PLY file that goes on behind its last element is read with a finding", "[mesh][ply]") {
  using namespace std::string_literals;
  const auto finding = [](const std::string& bytes) {
    const TemporaryFolder folder;
    const mesh::MeshInFile read =
        mesh::read_mesh_with_findings(folder.write("mesh.ply", bytes), mesh::LengthUnit::metre);
    CHECK(!read.mesh.triangles.empty());
    return read.findings.empty() ? "" : read.findings.front().kind;
  };
  const std::string text = k_header + k_vertices + "3 0 1 2\n";
  for (const bool big : {false, true}) {
    const std::string bytes =
        binary_ply<double, std::uint8_t, std::int32_t>(sample(), big, "double", "uchar", "int");
    CHECK(finding(bytes + "made by somebody") == "bytes_behind_mesh");
    CHECK(finding(bytes + std::string(20, '\0') + "\x1A"s) == "");
  }
  CHECK(finding(text) == "");
  CHECK(finding(text + "3 0 2 3\n") == "bytes_behind_mesh");
}

}  // namespace condyle::test::ply_file_tests
