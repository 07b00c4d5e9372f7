#include <fmt/core.h>

#include <catch2/catch.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/src/mesh/written_mesh.h"
#include "support/peak_memory.h"
#include "temporary_folder.h"
#include "vtp_encoder.h"

namespace condyle::test::vtp_file_tests {
namespace {

TriangleMesh read(const std::string& bytes) {
  const TemporaryFolder folder;
  return mesh::read_mesh_as_stored(folder.write("mesh.vtp", bytes), mesh::LengthUnit::metre);
}

std::string error_of(const std::string& bytes) {
  const std::string error = input_error_of([&] { read(bytes); });
  const std::size_t name = error.find("mesh.vtp");
  return name == std::string::npos ? error : error.substr(name);
}

const TriangleMesh& sample() {
  static const TriangleMesh mesh = scaled(mesh::make_icosphere(1, 1), {1.0 / 3, 1.0 / 7, 1.0 / 11});
  return mesh;
}

std::vector<VtpEncoding> all_encodings() {
  std::vector<VtpEncoding> encodings = {{}};
  for (const std::string format : {"binary", "raw", "base64"}) {
    for (int bits = 0; bits < 32; ++bits) {
      VtpEncoding encoding;
      encoding.format = format;
      encoding.big_endian = bits & 1;
      encoding.wide_header = bits & 2;
      encoding.zlib = bits & 4;
      encoding.double_points = bits & 8;
      encoding.wide_indices = bits & 16;
      encodings.push_back(encoding);
    }
  }
  return encodings;
}

/// A file with the given cells over four points, in text.
std::string square(const std::string& kind, const std::string& connectivity,
                   const std::string& offsets, int cells) {
  return fmt::format(
      "<VTKFile type=\"PolyData\">\n<PolyData>\n"
      "<Piece NumberOfPoints=\"4\" NumberOf{0}=\"{3}\">\n<Points>\n"
      "<DataArray type=\"Float32\" NumberOfComponents=\"3\">\n0 0 0 1 0 0 0 1 0 1 1 0\n"
      "</DataArray>\n</Points>\n<{0}>\n"
      "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n{1}\n</DataArray>\n"
      "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n{2}\n</DataArray>\n"
      "</{0}>\n</Piece>\n</PolyData>\n</VTKFile>\n",
      kind, connectivity, offsets, cells);
}

void replace(std::string& text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  text.replace(at, part.size(), by);
}

}  // namespace

TEST_CASE("VTP in every encoding gives the same mesh", "[mesh][vtp]") {
  for (const VtpEncoding& e : all_encodings()) {
    INFO(e.format << " big " << e.big_endian << " wide " << e.wide_header << " zlib " << e.zlib
                  << " double " << e.double_points << " int64 " << e.wide_indices);
    const TriangleMesh mesh = read(encode_vtp(sample(), e));
    CHECK(mesh.triangles == sample().triangles);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        const double exact = sample().vertices[i][axis];
        REQUIRE(mesh.vertices[i][axis] == (e.double_points ? exact : static_cast<float>(exact)));
      }
    }
  }
}

TEST_CASE("VTP may be cut into pieces", "[mesh][vtp]") {
  for (const std::string format : {"ascii", "binary", "raw", "base64"}) {
    VtpEncoding encoding;
    encoding.format = format;
    const TriangleMesh mesh = welded(read(encode_vtp(sample(), encoding, 3)));
    CHECK(mesh.vertices == sample().vertices);
    CHECK(mesh.triangles == sample().triangles);
  }
}

TEST_CASE("VTP polygons become fans, strips keep their winding", "[mesh][vtp]") {
  using Triangles = std::vector<std::array<int, 3>>;
  CHECK(read(square("Polys", "0 1 3 2", "4", 1)).triangles == Triangles{{0, 1, 3}, {0, 3, 2}});
  CHECK(read(square("Polys", "0 1 2 1 3 2", "3 6", 2)).triangles ==
        Triangles{{0, 1, 2}, {1, 3, 2}});
  CHECK(read(square("Strips", "0 1 2 3", "4", 1)).triangles == Triangles{{0, 1, 2}, {1, 3, 2}});
}

TEST_CASE("VTP numbers go on behind a comment", "[mesh][vtp]") {
  const TriangleMesh whole = read(square("Polys", "0 1 3 2", "4", 1));
  for (const std::string part : {"<!-- c -->", "<![CDATA[ ]]>", "<!-- a --><!-- b -->"}) {
    std::string text = square("Polys", "0 1 " + part + " 3 2", part + "4", 1);
    replace(text, "0 1 0 1 1 0", "0 1 " + part + " 0 1 1 0");
    INFO(part);
    const TriangleMesh mesh = read(text);
    CHECK(mesh.vertices == whole.vertices);
    CHECK(mesh.triangles == whole.triangles);
  }
}

TEST_CASE("VTP points as VTK itself packs them", "[mesh][vtp]") {
  // From a file of VTK's own writer: header and zlib data are base64 by themselves, and an element
  // with the range of the values follows them.
  std::string text = square("Polys", "0 1 2 3", "4", 1);
  replace(text, "PolyData\"",
          "PolyData\" header_type=\"UInt32\" compressor=\"vtkZLibDataCompressor\"");
  replace(text, "NumberOfComponents=\"3\"", "NumberOfComponents=\"3\" format=\"binary\"");
  replace(text, "0 0 0 1 0 0 0 1 0 1 1 0\n",
          "AQAAAACAAAAwAAAAFQAAAA==eAFjYEAGDfYIHoiNzmdgAAA65AL9\n"
          "<InformationKey name=\"L2_NORM_RANGE\"><Value index=\"0\">0</Value></InformationKey>\n");
  CHECK(read(text).vertices ==
        std::vector<Eigen::Vector3d>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
}

TEST_CASE("write_vtp stores values per triangle that XML readers find", "[mesh][vtp]") {
  const TemporaryFolder folder;
  const TriangleMesh box = mesh::make_box({1, 1, 1});
  std::vector<double> pressure(12), force(36);
  for (std::size_t i = 0; i < pressure.size(); ++i) pressure[i] = 0.1 * static_cast<double>(i);
  const mesh::CellArray arrays[] = {{"p < \"1\" & [Pa]", 1, pressure}, {"force [N]", 3, force}};
  mesh::write_vtp(folder / "mesh.vtp", box, arrays);

  const TriangleMesh mesh = mesh::read_mesh(folder / "mesh.vtp", mesh::LengthUnit::metre);
  CHECK(mesh.vertices == box.vertices);
  const std::string bytes = file_content(folder / "mesh.vtp");
  CHECK(bytes.find("Name=\"p &lt; &quot;1&quot; &amp; [Pa]\" NumberOfComponents=\"1\"") !=
        std::string::npos);
  std::string stored(96, '\0');
  std::memcpy(stored.data(), pressure.data(), 96);
  CHECK(bytes.find(stored) != std::string::npos);
  CHECK(static_cast<double>(bytes.size()) ==
        Approx(static_cast<double>(mesh::vtp_size(box, 1))).margin(300));

  const mesh::CellArray short_array[] = {{"p", 1, std::span(pressure).first(11)}};
  CHECK_THROWS_AS(mesh::write_vtp(folder / "bad.vtp", box, short_array), InputError);
  TriangleMesh damaged = box;
  damaged.triangles.back()[1] = static_cast<int>(box.vertices.size());
  CHECK_THROWS_AS(mesh::write_vtp(folder / "bad.vtp", damaged, {}), InputError);
  CHECK(folder.file_count() == 1);
}

TEST_CASE("write_pvd names its files relative to itself", "[mesh][vtp]") {
  const TemporaryFolder folder;
  const mesh::SeriesEntry entries[] = {{0, "insert", folder / "frames/a.vtp"},
                                       {0.1, "insert", folder / "frames/b.vtp"},
                                       {0.2, "insert", "frames/c.vtp"}};
  mesh::write_pvd(folder / "series.pvd", entries);
  const std::string text = file_content(folder / "series.pvd");
  CHECK(text.find("<VTKFile type=\"Collection\"") != std::string::npos);
  CHECK(text.find("timestep=\"0.1\" part=\"0\" name=\"insert\" file=\"frames/b.vtp\"") !=
        std::string::npos);
  CHECK(text.find("timestep=\"0.2\" part=\"0\" name=\"insert\" file=\"frames/c.vtp\"") !=
        std::string::npos);
}

TEST_CASE("VTP that states more than its arrays hold is refused before it is inflated",
          "[mesh][vtp][memory]") {
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(part << " in " << text);
    CHECK(text.find(part) != std::string::npos);
  };
  const auto memory = [](const std::string& bytes) {
    return test::peak_memory_of([&] { read(bytes); });
  };
  // Half a million points at one position, which zlib shrinks to a thousandth.
  VtpEncoding encoding;
  encoding.format = "raw";
  encoding.zlib = true;
  encoding.block_size = 1 << 20;
  TriangleMesh flat{std::vector<Eigen::Vector3d>(500'000, Eigen::Vector3d::Zero()), {}};
  flat.triangles = {{0, 1, 2}};
  const std::string bomb = encode_vtp(flat, encoding);
  REQUIRE(bomb.size() < 20'000);
  contains(error_of(bomb),
           "states so many numbers that the mesh would take 12 MB or more, over 16 "
           "times the file; it is damaged, export it again or save it without "
           "compression");
  CHECK(memory(bomb) < 1e6);  // of the 12 MB, which would be seen:
  CHECK(test::peak_memory_of([] { return std::vector<double>(1'500'000, 1.0); }) > 11e6);

  // Counts that contradict the headers of the blocks.
  std::string lying = bomb;
  replace(lying, "NumberOfPoints=\"500000\"", "NumberOfPoints=\"10\"");
  contains(error_of(lying), "states so many numbers");
  lying = encode_vtp(sample(), encoding);
  replace(lying, "NumberOfPoints=\"42\"", "NumberOfPoints=\"41\"");
  contains(error_of(lying), "holds 126 numbers for 41 points");
  lying = encode_vtp(sample(), encoding);
  replace(lying, "NumberOfPolys=\"80\"", "NumberOfPolys=\"18446744073709551615\"");
  contains(error_of(lying), "holds 80 numbers for 18446744073709551615 cells");
}

TEST_CASE("VTP of what zlib shrinks most in earnest is read, in memory in proportion",
          "[mesh][vtp][memory]") {
  const TriangleMesh grid = mesh::make_plane_grid(1, 1, 300, 300);
  for (const bool wide : {false, true}) {
    VtpEncoding encoding;
    encoding.format = "raw";
    encoding.zlib = true;
    encoding.block_size = 1 << 15;  // as VTK writes
    encoding.double_points = wide;
    encoding.wide_indices = wide;
    const std::string bytes = encode_vtp(grid, encoding);
    CHECK(read(bytes).triangles == grid.triangles);
    const double memory = test::peak_memory_of([&] { read(bytes); });
    CHECK(memory < 16 * static_cast<double>(bytes.size()));
  }
}

TEST_CASE("damaged VTP files are refused with place and remedy", "[mesh][vtp]") {
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(part << " in " << text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(error_of("<VTKFile type=\"PolyData\"><PolyData>"), "is not valid XML");
  contains(error_of("<html></html>"), "is no VTK PolyData but some other XML");
  contains(error_of("<VTKFile type=\"UnstructuredGrid\"/>"), "'UnstructuredGrid'; save a surface");
  contains(error_of("<VTKFile type=\"PolyData\" compressor=\"vtkLZ4DataCompressor\"/>"),
           "'vtkLZ4DataCompressor'; save with zlib or without");
  contains(error_of("<VTKFile type=\"PolyData\"><PolyData/></VTKFile>"), "has no triangle");
  contains(error_of(square("Polys", "0 1 4", "3", 1)),
           "line 10: <DataArray 'connectivity'> names point 4 but there are 4, counted from 0");
  contains(error_of(square("Polys", "0 1 -1", "3", 1)), "names point -1");
  contains(
      error_of(square("Polys", "0 1 2", "4", 1)),
      "line 13: <DataArray 'offsets'> holds 1 numbers for 1 cells with 3 corners, or does not");
  contains(error_of(square("Polys", "0 1 2 3", "3", 1)), "cells with 4 corners");
  contains(error_of(square("Polys", "0 1 2 3 2", "2 5", 2)), "each needs three or more corners");
  contains(error_of(square("Polys", "0 1 2", "nan 3", 2)), "has a cell from 0 to nan");
  contains(error_of(square("Polys", "0 1 2", "3", 2)), "holds 1 numbers for 2 cells");
  contains(error_of(square("Polys", "0 1 two", "3", 1)), "line 11: 'two' is not a number");

  std::string text = square("Polys", "0 1 2", "3", 1);
  replace(text, "Points=\"4\"", "Points=\"5\"");
  contains(error_of(text), "line 5: <DataArray> holds 12 numbers for 5 points");
  text = square("Polys", "0 1 2", "3", 1);
  replace(text, "1 1 0", "1 1 nan");
  contains(error_of(text), "coordinate of point 3 that is not finite");
  text = square("Polys", "0 1 2", "3", 1);
  replace(text, "Name=\"offsets\"", "Name=\"offset\"");
  contains(error_of(text), "<Polys> lacks the array 'offsets'");
  text = square("Polys", "0 1 2", "3", 1);
  replace(text, "format=\"ascii\"", "format=\"binary\"");
  contains(error_of(text), "<DataArray 'connectivity'> ends before its stated length");

  VtpEncoding encoding;
  encoding.format = "raw";
  encoding.zlib = true;
  const std::string whole = encode_vtp(sample(), encoding);
  const std::size_t data = whole.find(" _") + 2;
  std::string bytes = whole;
  replace(bytes, "offset=\"0\"", "offset=\"99999999999\"");
  contains(error_of(bytes), "starts behind the end of the file");
  contains(error_of(whole.substr(0, data + 50)), "it is truncated");
  bytes = whole;
  bytes.replace(data, 4, "\xFF\xFF\xFF\xFF");  // number of blocks
  contains(error_of(bytes), "states so many numbers");
  bytes = whole;
  bytes.replace(data + 8, 4, "\xFF\xFF\xFF\xFF");  // size of the last block
  contains(error_of(bytes), "states so many numbers");
  encoding.format = "base64";
  bytes = encode_vtp(sample(), encoding);
  bytes[bytes.find(" _") + 5] = '!';
  contains(error_of(bytes), "is not valid base64");
}

}  // namespace condyle::test::vtp_file_tests
