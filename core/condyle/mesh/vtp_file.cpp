// VTP: VTK's XML PolyData (Kitware, VTK file formats).

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <pugixml.hpp>

#include "condyle/mesh/mesh_formats.h"
#include "condyle/mesh/vtp_document.h"

namespace condyle {
namespace {

/// The points that a piece of the file adds to the mesh.
struct PointRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

PointRange append_points(const VtpDocument& document, pugi::xml_node piece, TriangleMesh& mesh) {
  const PointRange points{mesh.vertices.size(), piece.attribute("NumberOfPoints").as_ullong()};
  const pugi::xml_node array = piece.child("Points").child("DataArray");
  if (!array) document.fail(piece, "has no points; export the mesh again");
  const std::vector<double> values = document.values(array);
  if (values.size() % 3 != 0 || values.size() / 3 != points.count) {
    document.fail(array, fmt::format("holds {} numbers for {} points; the file is truncated or "
                                     "damaged, export or download it again",
                                     values.size(), points.count));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_coordinate(values[i])) continue;
    document.fail(array, fmt::format("has a coordinate of point {} that is not finite or beyond "
                                     "1e60; export the mesh again",
                                     i / 3));
  }
  for (std::size_t i = 0; i < values.size(); i += 3) {
    mesh.vertices.emplace_back(values[i], values[i + 1], values[i + 2]);
  }
  return points;
}

/// The corners of all polygons or strips of a piece, one after the other, as vertices of the mesh.
std::vector<int> parse_connectivity(const VtpDocument& document, pugi::xml_node cells,
                                    const PointRange& points) {
  const pugi::xml_node array = document.array_named(cells, "connectivity");
  std::vector<int> corners;
  for (const double index : document.values(array)) {
    if (!(index >= 0 && index < static_cast<double>(points.count) && index == std::floor(index))) {
      document.fail(array, fmt::format("names point {} but there are {}, counted from 0; export "
                                       "the mesh again",
                                       index, points.count));
    }
    corners.push_back(static_cast<int>(points.first + static_cast<std::size_t>(index)));
  }
  return corners;
}

/// Where in the connectivity of `corner_count` each of `cell_count` cells ends.
std::vector<std::size_t> parse_offsets(const VtpDocument& document, pugi::xml_node cells,
                                       std::uint64_t cell_count, std::size_t corner_count) {
  const pugi::xml_node array = document.array_named(cells, "offsets");
  const std::vector<double> values = document.values(array);
  if (values.size() != cell_count || values.back() != static_cast<double>(corner_count)) {
    document.fail(array, fmt::format("holds {} numbers for {} cells with {} corners, or does not "
                                     "end with the last; the file is truncated or damaged, export "
                                     "or download it again",
                                     values.size(), cell_count, corner_count));
  }
  std::vector<std::size_t> ends;
  double begin = 0;
  for (const double end : values) {
    if (!(end >= begin + 3 && end <= values.back() && end == std::floor(end))) {
      document.fail(array, fmt::format("has a cell from {} to {} of {}; each needs three or more "
                                       "corners, export the mesh again",
                                       begin, end, corner_count));
    }
    ends.push_back(static_cast<std::size_t>(end));
    begin = end;
  }
  return ends;
}

/// Every second triangle of a strip runs the other way round.
void append_strip(const std::vector<int>& strip, std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t i = 2; i < strip.size(); ++i) {
    const bool odd = i % 2 == 1;
    triangles.push_back({strip[i - 2], strip[odd ? i : i - 1], strip[odd ? i - 1 : i]});
  }
}

/// Appends the triangles of each polygon or strip below `cells`.
template <class AppendCell>
void append_cells(const VtpDocument& document, pugi::xml_node cells, std::uint64_t count,
                  const PointRange& points, AppendCell append_cell, TriangleMesh& mesh) {
  if (count == 0) return;
  const std::vector<int> corners = parse_connectivity(document, cells, points);
  std::size_t begin = 0;
  for (const std::size_t end : parse_offsets(document, cells, count, corners.size())) {
    append_cell({corners.data() + begin, corners.data() + end}, mesh.triangles);
    begin = end;
  }
}

}  // namespace

TriangleMesh parse_vtp(const MeshSource& source) {
  const VtpDocument document(source);
  TriangleMesh mesh;
  for (const pugi::xml_node piece : document.poly_data().children("Piece")) {
    if (piece.attribute("NumberOfPoints").as_ullong() == 0) continue;
    const PointRange points = append_points(document, piece, mesh);
    append_cells(document, piece.child("Polys"), piece.attribute("NumberOfPolys").as_ullong(),
                 points, append_fan, mesh);
    append_cells(document, piece.child("Strips"), piece.attribute("NumberOfStrips").as_ullong(),
                 points, append_strip, mesh);
  }
  return mesh;
}

}  // namespace condyle
