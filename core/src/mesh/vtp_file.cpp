// VTP: VTK's XML PolyData (Kitware, VTK file formats).

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <pugixml.hpp>
#include <span>

#include "core/src/mesh/mesh_formats.h"
#include "core/src/mesh/polygon_cut.h"
#include "core/src/mesh/vtp_document.h"

namespace condyle::mesh {
namespace {

/// The range of points that a piece of the file adds to the mesh.
struct PointRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Limits the memory that arrays may claim, which is known before any is inflated. Grids, which
/// compress best, take about seven times the size of their file. A claim of more than sixteen times
/// the size is damage or malice.
class Budget {
 public:
  explicit Budget(std::size_t file_size)
      : most_(k_small + k_times_the_file * static_cast<double>(file_size)) {}

  /// Deducts the bytes of an array from the budget.
  void take(const VtpDocument& document, pugi::xml_node array, double bytes) {
    taken_ += bytes;
    if (taken_ <= most_) return;
    document.fail(array, fmt::format("states so many numbers that the mesh would take {:.3g} MB or "
                                     "more, over {} times the file; it is damaged, export it again "
                                     "or save it without compression",
                                     taken_ / 1e6, k_times_the_file));
  }

 private:
  static constexpr double k_small = 1e6;
  static constexpr int k_times_the_file = 16;
  double most_, taken_ = 0;
};

class PolyDataReader {
 public:
  explicit PolyDataReader(const MeshSource& source)
      : document_(source), budget_(source.bytes.size()), cutter_(source) {}

  MeshInFile read() {
    for (const pugi::xml_node piece : document_.poly_data().children("Piece")) {
      if (piece.attribute("NumberOfPoints").as_ullong() == 0) continue;
      const PointRange points = append_points(piece);
      append_cells(piece.child("Polys"), piece.attribute("NumberOfPolys").as_ullong(), points,
                   [&](std::span<const int> polygon) {
                     cutter_.cut(mesh_.vertices, polygon, mesh_.triangles);
                   });
      append_cells(piece.child("Strips"), piece.attribute("NumberOfStrips").as_ullong(), points,
                   [&](std::span<const int> strip) { append_strip(strip, mesh_.triangles); });
    }
    return {std::move(mesh_), cutter_.findings()};
  }

 private:
  /// Reserves room for `count` more items: exactly if the vector is empty, otherwise at least
  /// doubling, so that many pieces do not take quadratic time.
  template <class Item>
  static void make_room(std::size_t count, std::vector<Item>& items) {
    if (items.capacity() - items.size() >= count) return;
    items.reserve(items.size() + std::max(count, items.size()));
  }

  PointRange append_points(pugi::xml_node piece) {
    constexpr unsigned long long k_most = std::numeric_limits<std::size_t>::max();
    const unsigned long long count = piece.attribute("NumberOfPoints").as_ullong();
    const PointRange points{mesh_.vertices.size(),
                            static_cast<std::size_t>(std::min(count, k_most))};
    const pugi::xml_node array = piece.child("Points").child("DataArray");
    if (!array) document_.fail(piece, "has no points; export the mesh again");
    const auto require_count = [&](double held) {
      if (held == 3 * static_cast<double>(points.count)) return;
      document_.fail(array, fmt::format("holds {} numbers for {} points; the file is truncated or "
                                        "damaged, export or download it again",
                                        held, points.count));
    };
    const std::vector<double> values = numbers(array, sizeof(double), require_count);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_coordinate(values[i])) continue;
      document_.fail(array, fmt::format("has a coordinate of point {} that is not finite or beyond "
                                        "1e60; export the mesh again",
                                        i / 3));
    }
    make_room(points.count, mesh_.vertices);
    for (std::size_t i = 0; i < values.size(); i += 3) {
      mesh_.vertices.emplace_back(values[i], values[i + 1], values[i + 2]);
    }
    return points;
  }

  /// Appends the triangles of each polygon or strip below `cells`.
  template <class AppendCell>
  void append_cells(pugi::xml_node cells, std::uint64_t count, const PointRange& points,
                    AppendCell append_cell) {
    if (count == 0) return;
    const std::vector<int> corners = parse_connectivity(cells, points);
    const std::vector<std::size_t> ends = parse_offsets(cells, count, corners.size());
    make_room(corners.size() - 2 * ends.size(), mesh_.triangles);
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      append_cell(std::span(corners).subspan(begin, end - begin));
      begin = end;
    }
  }

  /// The corners of all polygons or strips of a piece in sequence, as vertex indices of the mesh.
  std::vector<int> parse_connectivity(pugi::xml_node cells, const PointRange& points) {
    const pugi::xml_node array = document_.array_named(cells, "connectivity");
    std::vector<int> corners;
    const auto reserve = [&](double count) { corners.reserve(static_cast<std::size_t>(count)); };
    // Each corner of a long polygon adds a triangle.
    for (const double index : numbers(array, sizeof(std::array<int, 3>), reserve)) {
      if (!(index >= 0 && index < static_cast<double>(points.count) &&
            index == std::floor(index))) {
        document_.fail(array, fmt::format("names point {} but there are {}, counted from 0; export "
                                          "the mesh again",
                                          index, points.count));
      }
      corners.push_back(static_cast<int>(points.first + static_cast<std::size_t>(index)));
    }
    return corners;
  }

  /// The end of each of `cell_count` cells in a connectivity of `corner_count` corners.
  std::vector<std::size_t> parse_offsets(pugi::xml_node cells, std::uint64_t cell_count,
                                         std::size_t corner_count) {
    const pugi::xml_node array = document_.array_named(cells, "offsets");
    const auto fail = [&](double count) {
      document_.fail(array, fmt::format("holds {} numbers for {} cells with {} corners, or does "
                                        "not end with the last; the file is truncated or damaged, "
                                        "export or download it again",
                                        count, cell_count, corner_count));
    };
    const std::vector<double> values = numbers(array, sizeof(std::size_t), [&](double count) {
      if (count != static_cast<double>(cell_count)) fail(count);
    });
    if (values.back() != static_cast<double>(corner_count)) fail(static_cast<double>(cell_count));
    std::vector<std::size_t> ends;
    ends.reserve(values.size());
    double begin = 0;
    for (const double end : values) {
      if (!(end >= begin + 3 && end <= values.back() && end == std::floor(end))) {
        document_.fail(array, fmt::format("has a cell from {} to {} of {}; each needs three or "
                                          "more corners, export the mesh again",
                                          begin, end, corner_count));
      }
      ends.push_back(static_cast<std::size_t>(end));
      begin = end;
    }
    return ends;
  }

  /// The numbers of an array, each of which will take `bytes_each` bytes. Calls `check(count)`
  /// before they are inflated.
  template <class Check>
  std::vector<double> numbers(pugi::xml_node array, std::size_t bytes_each, const Check& check) {
    const std::optional<double> stated = document_.stated_numbers(array);
    if (stated) {
      budget_.take(document_, array, static_cast<double>(bytes_each) * *stated);
      check(*stated);
    }
    std::vector<double> values = document_.values(array);
    check(static_cast<double>(values.size()));
    return values;
  }

  VtpDocument document_;
  Budget budget_;
  PolygonCutter cutter_;
  TriangleMesh mesh_;
};

}  // namespace

MeshInFile parse_vtp(const MeshSource& source) { return PolyDataReader(source).read(); }

}  // namespace condyle::mesh
