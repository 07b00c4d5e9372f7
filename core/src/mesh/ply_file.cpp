// PLY, the Stanford polygon format (Turk 1994): a text header that describes elements and their
// properties, followed by the elements as text or binary.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/src/base/number_text.h"
#include "core/src/mesh/bytes_behind.h"
#include "core/src/mesh/mesh_formats.h"
#include "core/src/mesh/ply_header.h"
#include "core/src/mesh/polygon_cut.h"

namespace condyle::mesh {
namespace {

/// Reads the numbers after the header one by one. A double holds every type exactly.
class BodyReader {
 public:
  BodyReader(const MeshSource& source, const PlyHeader& header)
      : source_(source),
        ascii_(header.ascii),
        order_(header.order),
        rest_(ascii_ ? without_padding(header.body) : header.body) {}

  double next(PlyType type) { return ascii_ ? next_word() : next_binary(type); }

  void skip(const PlyProperty& property) {
    const std::int64_t length = property.count_type ? next_length(property) : 1;
    for (std::int64_t i = 0; i < length; ++i) next(property.type);
  }

  /// Reads the length of the list that follows.
  std::int64_t next_length(const PlyProperty& property) {
    const double length = next(*property.count_type);
    if (length >= 0 && length == std::floor(length) && length <= 1e9) {
      return static_cast<std::int64_t>(length);
    }
    fail(fmt::format("{} is no length of a list; export the mesh again", length));
  }

  /// Throws InputError with the place of the last number read.
  [[noreturn]] void fail(std::string_view problem) const {
    if (ascii_) source_.fail_at_line(last_, problem);
    source_.fail_at_byte(static_cast<std::size_t>(last_ - source_.bytes.data()), problem);
  }

  /// Each number takes at least one byte. This check prevents a wrong count from causing a long
  /// loop or a huge allocation.
  void require_room_for(const PlyElement& element) const {
    if (static_cast<std::uint64_t>(element.count) <= rest_.size()) return;
    source_.fail(
        fmt::format("the header states {} of element {} but only {} bytes follow; it is truncated "
                    "or damaged, export or download it again",
                    element.count, in_quotes(element.name), rest_.size()));
  }

  /// What has not been read.
  std::string_view rest() const { return rest_; }

 private:
  double next_word() {
    const std::string_view word = take_word(rest_);
    last_ = word.empty() ? source_.bytes.data() + source_.bytes.size() : word.data();
    if (word.empty()) fail(k_truncated);
    const std::optional<double> value = parse_number(word);
    if (!value) fail(fmt::format("{} is not a number; export the mesh again", in_quotes(word)));
    return *value;
  }

  // clang-format off
  double next_binary(PlyType type) {
    switch (type) {
      case PlyType::int8: return take<std::int8_t>();
      case PlyType::uint8: return take<std::uint8_t>();
      case PlyType::int16: return take<std::int16_t>();
      case PlyType::uint16: return take<std::uint16_t>();
      case PlyType::int32: return take<std::int32_t>();
      case PlyType::uint32: return take<std::uint32_t>();
      case PlyType::float32: return take<float>();
      case PlyType::float64: return take<double>();
    }
    return 0;
  }
  // clang-format on

  template <class Number>
  double take() {
    last_ = rest_.data();
    if (rest_.size() < sizeof(Number)) fail(k_truncated);
    const Number number = load<Number>(rest_.data(), order_);
    rest_.remove_prefix(sizeof(Number));
    return number;
  }

  static constexpr std::string_view k_truncated =
      "the file ends before its last element; it is truncated, export or download it again";

  const MeshSource& source_;
  bool ascii_;
  std::endian order_;
  std::string_view rest_;
  const char* last_ = nullptr;
};

/// The coordinate (0 to 2) that a property of a vertex holds, or -1.
int axis_of(const PlyProperty& property) {
  if (property.count_type) return -1;
  if (property.name == "x") return 0;
  if (property.name == "y") return 1;
  return property.name == "z" ? 2 : -1;
}

/// Whether a property of a face is the list of its corners.
bool is_corners(const PlyProperty& property) {
  return property.count_type &&
         (property.name == "vertex_indices" || property.name == "vertex_index");
}

void require_axes(const MeshSource& source, const PlyElement& element) {
  for (int axis = 0; axis < 3; ++axis) {
    if (std::none_of(element.properties.begin(), element.properties.end(),
                     [axis](const PlyProperty& p) { return axis_of(p) == axis; })) {
      source.fail("the vertices of this PLY file lack a property x, y or z; export the mesh again");
    }
  }
}

Eigen::Vector3d parse_vertex(BodyReader& body, const PlyElement& element, std::int64_t vertex) {
  Eigen::Vector3d position;
  for (const PlyProperty& property : element.properties) {
    const int axis = axis_of(property);
    if (axis < 0) {
      body.skip(property);
      continue;
    }
    position[axis] = body.next(property.type);
    if (is_coordinate(position[axis])) continue;
    body.fail(
        fmt::format("vertex {} has a coordinate that is not finite or beyond 1e60; export the mesh "
                    "again",
                    vertex));
  }
  return position;
}

/// The index of a vertex that the item `i` of an element, called `what`, names.
int vertex_index(BodyReader& body, double index, std::string_view what, std::int64_t i,
                 double vertex_count) {
  if (index >= 0 && index < vertex_count && index == std::floor(index)) {
    return static_cast<int>(index);
  }
  body.fail(
      fmt::format("{} {} names vertex {} but there are {}, counted from 0; export the mesh again",
                  what, i, index, vertex_count));
}

void require_corners(const MeshSource& source, const PlyElement& element) {
  if (std::any_of(element.properties.begin(), element.properties.end(), is_corners)) return;
  source.fail(
      fmt::format("element {} of this PLY file lacks a list 'vertex_indices'; export the "
                  "mesh again",
                  in_quotes(element.name)));
}

/// Reads the corners of a face and appends them.
void parse_corners(BodyReader& body, const PlyProperty& property, std::int64_t face,
                   double vertex_count, std::vector<int>& corners) {
  const std::int64_t length = body.next_length(property);
  if (length < 3) {
    body.fail(fmt::format("face {} has {} corners; it needs three or more, export the mesh again",
                          face, length));
  }
  for (std::int64_t i = 0; i < length; ++i) {
    corners.push_back(vertex_index(body, body.next(property.type), "face", face, vertex_count));
  }
}

/// Reads a list of strips, each of which ends in -1, and appends their triangles.
void parse_strips(BodyReader& body, const PlyProperty& property, std::int64_t list,
                  double vertex_count, std::vector<std::array<int, 3>>& triangles) {
  std::vector<int> strip;
  const std::int64_t length = body.next_length(property);
  for (std::int64_t i = 0; i < length; ++i) {
    const double index = body.next(property.type);
    if (index == -1) {
      append_strip(strip, triangles);
      strip.clear();
    } else {
      strip.push_back(vertex_index(body, index, "list of strips", list, vertex_count));
    }
  }
  append_strip(strip, triangles);
}

/// Calls `parse(property, i)` for the list of corners of each item `i` of an element.
template <class Parse>
void parse_lists(const MeshSource& source, BodyReader& body, const PlyElement& element,
                 const Parse& parse) {
  require_corners(source, element);
  for (std::int64_t i = 0; i < element.count; ++i) {
    for (const PlyProperty& property : element.properties) {
      if (is_corners(property)) {
        parse(property, i);
      } else {
        body.skip(property);
      }
    }
  }
}

double stated_vertices(const MeshSource& source, const PlyHeader& header) {
  for (const PlyElement& element : header.elements) {
    if (element.name != "vertex") continue;
    if (element.count <= std::numeric_limits<int>::max()) return static_cast<double>(element.count);
    source.fail(
        fmt::format("{} vertices are more than a mesh can have; thin it out", element.count));
  }
  source.fail("the PLY header has no element 'vertex'; export the mesh again");
}

}  // namespace

MeshInFile parse_ply(const MeshSource& source) {
  const PlyHeader header = parse_ply_header(source);
  const double vertex_count = stated_vertices(source, header);
  TriangleMesh mesh;
  Polygons polygons;
  std::vector<std::array<int, 3>> strips;
  BodyReader body(source, header);
  for (const PlyElement& element : header.elements) {
    if (element.name == "vertex") require_axes(source, element);
    if (element.properties.empty()) continue;
    body.require_room_for(element);
    if (element.name == "vertex") {
      for (std::int64_t i = 0; i < element.count; ++i) {
        mesh.vertices.push_back(parse_vertex(body, element, i));
      }
    } else if (element.name == "face") {
      parse_lists(source, body, element, [&](const PlyProperty& property, std::int64_t face) {
        parse_corners(body, property, face, vertex_count, polygons.corners);
        polygons.ends.push_back(polygons.corners.size());
      });
    } else if (element.name == "tristrips") {
      parse_lists(source, body, element, [&](const PlyProperty& property, std::int64_t list) {
        parse_strips(body, property, list, vertex_count, strips);
      });
    } else {
      for (std::int64_t i = 0; i < element.count; ++i) {
        for (const PlyProperty& property : element.properties) body.skip(property);
      }
    }
  }
  PolygonCutter cutter(source);
  cutter.cut(polygons, mesh);  // the faces may stand before the vertices
  mesh.triangles.insert(mesh.triangles.end(), strips.begin(), strips.end());
  std::vector<MeshFinding> findings = look_behind(body.rest(), "element that the header states");
  std::ranges::copy(cutter.findings(), std::back_inserter(findings));
  return {std::move(mesh), std::move(findings)};
}

std::string ply_bytes(const TriangleMesh& mesh) {
  std::string bytes = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment written by condyle\n"
      "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    for (const double value : vertex) append_bytes(bytes, value);
  }
  for (const auto& triangle : mesh.triangles) {
    append_bytes(bytes, std::uint8_t{3});
    for (const int vertex : triangle) append_bytes(bytes, static_cast<std::int32_t>(vertex));
  }
  return bytes;
}

}  // namespace condyle::mesh
