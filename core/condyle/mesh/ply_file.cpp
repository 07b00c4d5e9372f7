// PLY, the Stanford polygon format (Turk 1994): a text header that describes elements and their
// properties, then the elements as text or binary.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/mesh/mesh_formats.h"

namespace condyle {
namespace {

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct Property {
  std::string_view name;
  Type type = Type::float32;
  std::optional<Type> count_type;  ///< of a list
};

struct Element {
  std::string_view name;
  std::int64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  bool ascii = false;
  std::endian order = std::endian::little;
  std::vector<Element> elements;
  std::string_view body;
};

std::optional<Type> parse_type(std::string_view word) {
  struct Name {
    std::string_view text;
    Type type;
  };
  constexpr Name k_names[] = {
      {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
      {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
      {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
      {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
      {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
      {"float64", Type::float64}};
  for (const Name& name : k_names) {
    if (name.text == word) return name.type;
  }
  return std::nullopt;
}

class HeaderParser {
 public:
  explicit HeaderParser(const MeshSource& source) : source_(source) {}

  Header parse() {
    Header header;
    std::string_view rest = source_.bytes;
    take_line(rest);  // "ply"
    bool has_format = false;
    while (true) {
      if (rest.empty())
        source_.fail(
            "the PLY header has no 'end_header'; it is truncated or damaged, "
            "export or download it again");
      line_ = take_line(rest);
      std::string_view line = line_;
      const std::string_view keyword = take_word(line);
      if (keyword == "end_header") break;
      if (keyword == "format") {
        parse_format(take_word(line), header);
        has_format = true;
      } else if (keyword == "element") {
        parse_element(line, header);
      } else if (keyword == "property") {
        parse_property(line, header);
      } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
        fail();
      }
    }
    if (!has_format) source_.fail("the PLY header has no 'format' line; export the mesh again");
    header.body = rest;
    return header;
  }

 private:
  void parse_format(std::string_view word, Header& header) const {
    header.ascii = word == "ascii";
    header.order = word == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (!header.ascii && word != "binary_little_endian" && word != "binary_big_endian") fail();
  }

  void parse_element(std::string_view line, Header& header) const {
    Element element;
    element.name = take_word(line);
    const std::optional<std::int64_t> count = parse_integer(take_word(line));
    if (!count || *count < 0) fail();
    element.count = *count;
    header.elements.push_back(element);
  }

  void parse_property(std::string_view line, Header& header) const {
    Property property;
    std::string_view type_word = take_word(line);
    if (type_word == "list") {
      property.count_type = parse_type(take_word(line));
      if (!property.count_type) fail();
      type_word = take_word(line);
    }
    const std::optional<Type> type = parse_type(type_word);
    property.name = take_word(line);
    if (!type || property.name.empty() || header.elements.empty()) fail();
    property.type = *type;
    header.elements.back().properties.push_back(property);
  }

  [[noreturn]] void fail() const {
    source_.fail_at_line(line_.data(), fmt::format("{} is no line of a PLY header; export the mesh "
                                                   "again",
                                                   in_quotes(line_)));
  }

  const MeshSource& source_;
  std::string_view line_;
};

/// The numbers after the header, one after the other. double holds every type exactly.
class BodyReader {
 public:
  BodyReader(const MeshSource& source, const Header& header)
      : source_(source), ascii_(header.ascii), order_(header.order), rest_(header.body) {}

  double next(Type type) { return ascii_ ? next_word() : next_binary(type); }

  /// The last number read is `problem`; says so with its place.
  [[noreturn]] void fail(std::string_view problem) const {
    if (ascii_) source_.fail_at_line(last_, problem);
    source_.fail_at_byte(static_cast<std::size_t>(last_ - source_.bytes.data()), problem);
  }

  /// No number takes less than a byte: keeps a false count from making us loop or allocate.
  void require_room_for(const Element& element) const {
    if (static_cast<std::uint64_t>(element.count) <= rest_.size()) return;
    source_.fail(
        fmt::format("the header states {} of element {} but only {} bytes follow; it is "
                    "truncated or damaged, export or download it again",
                    element.count, in_quotes(element.name), rest_.size()));
  }

 private:
  double next_word() {
    const std::string_view word = take_word(rest_);
    last_ = word.empty() ? source_.bytes.data() + source_.bytes.size() : word.data();
    if (word.empty()) fail(k_truncated);
    const std::optional<double> value = parse_number(word);
    if (!value) fail(fmt::format("{} is not a number; export the mesh again", in_quotes(word)));
    return *value;
  }

  double next_binary(Type type) {
    switch (type) {
      case Type::int8:
        return take<std::int8_t>();
      case Type::uint8:
        return take<std::uint8_t>();
      case Type::int16:
        return take<std::int16_t>();
      case Type::uint16:
        return take<std::uint16_t>();
      case Type::int32:
        return take<std::int32_t>();
      case Type::uint32:
        return take<std::uint32_t>();
      case Type::float32:
        return take<float>();
      case Type::float64:
        return take<double>();
    }
    return 0;
  }

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

/// Reads the length of a list.
std::int64_t next_length(BodyReader& body, const Property& property) {
  const double length = body.next(*property.count_type);
  if (length < 0 || length != std::floor(length) || length > 1e9) {
    body.fail(fmt::format("{} is no length of a list; export the mesh again", length));
  }
  return static_cast<std::int64_t>(length);
}

void skip(BodyReader& body, const Property& property) {
  const std::int64_t length = property.count_type ? next_length(body, property) : 1;
  for (std::int64_t i = 0; i < length; ++i) body.next(property.type);
}

void parse_vertices(const MeshSource& source, BodyReader& body, const Element& element,
                    TriangleMesh& mesh) {
  std::array<bool, 3> found{};
  for (const Property& property : element.properties) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (property.name == std::string_view("xyz").substr(axis, 1) && !property.count_type) {
        found[axis] = true;
      }
    }
  }
  if (found != std::array{true, true, true}) {
    source.fail("the vertices of this PLY file lack a property x, y or z; export the mesh again");
  }
  for (std::int64_t i = 0; i < element.count; ++i) {
    Eigen::Vector3d& position = mesh.vertices.emplace_back();
    for (const Property& property : element.properties) {
      const bool is_axis = !property.count_type && property.name.size() == 1 &&
                           property.name[0] >= 'x' && property.name[0] <= 'z';
      if (!is_axis) {
        skip(body, property);
        continue;
      }
      const double value = body.next(property.type);
      if (!is_coordinate(value)) {
        body.fail(
            fmt::format("vertex {} has a coordinate that is not finite or beyond 1e60; "
                        "export the mesh again",
                        i));
      }
      position[property.name[0] - 'x'] = value;
    }
  }
}

int next_index(BodyReader& body, const Property& property, std::int64_t face, double vertices) {
  const double index = body.next(property.type);
  if (index >= 0 && index < vertices && index == std::floor(index)) return static_cast<int>(index);
  body.fail(
      fmt::format("face {} names vertex {} but there are {}, counted from 0; export the mesh "
                  "again",
                  face, index, vertices));
}

void parse_faces(const MeshSource& source, BodyReader& body, const Element& element,
                 double vertices, TriangleMesh& mesh) {
  const auto is_corners = [](const Property& property) {
    return property.count_type &&
           (property.name == "vertex_indices" || property.name == "vertex_index");
  };
  if (std::none_of(element.properties.begin(), element.properties.end(), is_corners)) {
    source.fail("the faces of this PLY file lack a list 'vertex_indices'; export the mesh again");
  }
  std::vector<int> polygon;
  for (std::int64_t face = 0; face < element.count; ++face) {
    for (const Property& property : element.properties) {
      if (!is_corners(property)) {
        skip(body, property);
        continue;
      }
      const std::int64_t length = next_length(body, property);
      if (length < 3) {
        body.fail(
            fmt::format("face {} has {} corners; it needs three or more, export the mesh "
                        "again",
                        face, length));
      }
      polygon.clear();
      for (std::int64_t i = 0; i < length; ++i) {
        polygon.push_back(next_index(body, property, face, vertices));
      }
      append_fan(polygon, mesh.triangles);
    }
  }
}

double vertex_count(const MeshSource& source, const Header& header) {
  for (const Element& element : header.elements) {
    if (element.name != "vertex") continue;
    if (element.count <= std::numeric_limits<int>::max()) return static_cast<double>(element.count);
    source.fail(
        fmt::format("{} vertices are more than a mesh can have; thin it out", element.count));
  }
  source.fail("the PLY header has no element 'vertex'; export the mesh again");
}

}  // namespace

TriangleMesh parse_ply(const MeshSource& source) {
  const Header header = HeaderParser(source).parse();
  const double vertices = vertex_count(source, header);
  TriangleMesh mesh;
  BodyReader body(source, header);
  for (const Element& element : header.elements) {
    if (element.properties.empty()) continue;
    body.require_room_for(element);
    if (element.name == "vertex") {
      parse_vertices(source, body, element, mesh);
    } else if (element.name == "face") {
      parse_faces(source, body, element, vertices, mesh);
    } else {
      for (std::int64_t i = 0; i < element.count; ++i) {
        for (const Property& property : element.properties) skip(body, property);
      }
    }
  }
  return mesh;
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

}  // namespace condyle
