// STL as defined by its inventors (3D Systems, StereoLithography Interface Specification, 1988).

#include <fmt/core.h>

#include "core/src/mesh/mesh_formats.h"

namespace condyle::mesh {
namespace {

constexpr std::size_t k_header = 80;
constexpr std::size_t k_before_triangles = k_header + 4;
constexpr std::size_t k_triangle = 50;  ///< normal and three corners as floats, two spare bytes
constexpr std::size_t k_normal = 12;

std::size_t stated_triangles(std::string_view bytes) {
  return load<std::uint32_t>(bytes.data() + k_header, std::endian::little);
}

/// Whether the bytes are padding: some programs pad the file with zeros to a round size.
bool is_padding(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

TriangleMesh parse_binary(const MeshSource& source) {
  const std::size_t count = stated_triangles(source.bytes);
  TriangleMesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t first = k_before_triangles + t * k_triangle + k_normal;
    const int vertex = static_cast<int>(3 * t);
    std::size_t offset = first;
    for (int corner = 0; corner < 3; ++corner) {
      Eigen::Vector3d& position = mesh.vertices.emplace_back();
      for (int axis = 0; axis < 3; ++axis, offset += sizeof(float)) {
        position[axis] = load<float>(source.bytes.data() + offset, std::endian::little);
        if (is_coordinate(position[axis])) continue;
        source.fail_at_byte(offset, fmt::format("triangle {} has a coordinate that is not finite; "
                                                "export the mesh again",
                                                t));
      }
    }
    mesh.triangles.push_back({vertex, vertex + 1, vertex + 2});
  }
  return mesh;
}

/// The words of an ASCII file, each of which must match the format.
class StlWords {
 public:
  explicit StlWords(const MeshSource& source) : source_(source), rest_(source.bytes) {}

  std::string_view next(std::string_view expected) {
    const std::string_view word = take_word(rest_);
    if (!word.empty()) return word;
    source_.fail_at_line(rest_.data(), fmt::format("the file ends where '{}' should follow; it is "
                                                   "truncated, export or download it again",
                                                   expected));
  }

  void require(std::string_view expected) {
    const std::string_view word = next(expected);
    if (!equal_ignoring_case(word, expected)) fail(word, expected);
  }

  [[noreturn]] void fail(std::string_view word, std::string_view expected) const {
    source_.fail_at_line(word.data(),
                         fmt::format("{} stands where ASCII STL wants '{}'; export the mesh again",
                                     in_quotes(word), expected));
  }

  Eigen::Vector3d position() { return take_position(source_, rest_, rest_.data()); }
  void skip_line() { take_line(rest_); }
  bool at_end() const {
    std::string_view rest = rest_;
    return take_word(rest).empty();
  }

 private:
  const MeshSource& source_;
  std::string_view rest_;
};

/// Parses a facet after the word "facet". Skips normals unread: those of degenerate facets are
/// often not numbers.
void parse_facet(StlWords& words, TriangleMesh& mesh) {
  words.require("normal");
  for (int i = 0; i < 3; ++i) words.next("a normal");
  words.require("outer");
  words.require("loop");
  const int first = static_cast<int>(mesh.vertices.size());
  for (int corner = 0; corner < 3; ++corner) {
    words.require("vertex");
    mesh.vertices.push_back(words.position());
  }
  words.require("endloop");
  words.require("endfacet");
  mesh.triangles.push_back({first, first + 1, first + 2});
}

TriangleMesh parse_ascii(const MeshSource& source) {
  TriangleMesh mesh;
  StlWords words(source);
  while (!words.at_end()) {
    words.require("solid");
    words.skip_line();  // the name
    while (true) {
      const std::string_view word = words.next("endsolid");
      if (equal_ignoring_case(word, "endsolid")) break;
      if (!equal_ignoring_case(word, "facet")) words.fail(word, "facet");
      parse_facet(words, mesh);
    }
    words.skip_line();
  }
  return mesh;
}

bool starts_like_ascii(std::string_view bytes) {
  std::string_view text = bytes;
  if (!equal_ignoring_case(take_word(text), "solid")) return false;
  take_line(text);
  const std::string_view word = take_word(text);
  return word.empty() || equal_ignoring_case(word, "facet") ||
         equal_ignoring_case(word, "endsolid");
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < k_before_triangles) return false;
  const std::size_t size = k_before_triangles + stated_triangles(bytes) * k_triangle;
  return size <= bytes.size() && is_padding(bytes.substr(size));
}

TriangleMesh parse_stl(const MeshSource& source) {
  if (is_binary_stl(source.bytes)) return parse_binary(source);
  if (starts_like_ascii(source.bytes)) return parse_ascii(source);
  if (source.bytes.size() < k_before_triangles) {
    source.fail(
        fmt::format("{} bytes are too few for a binary STL file and it does not start with "
                    "'solid' as an ASCII one; export the mesh again",
                    source.bytes.size()));
  }
  const std::size_t count = stated_triangles(source.bytes);
  source.fail_at_byte(
      k_header, fmt::format("as binary STL it states {} triangles, which take {} bytes, but the "
                            "file has {}; it is truncated or no STL, export or download it again",
                            count, k_before_triangles + count * k_triangle, source.bytes.size()));
}

std::string stl_bytes(const TriangleMesh& mesh) {
  std::string bytes = "binary STL written by condyle";
  bytes.resize(k_header, ' ');
  bytes.reserve(k_before_triangles + mesh.triangles.size() * k_triangle);
  const auto append_float_vector = [&bytes](const Eigen::Vector3d& vector) {
    for (const double value : vector) append_bytes(bytes, static_cast<float>(value));
  };
  append_bytes(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    append_float_vector(area_vector_doubled(mesh, static_cast<int>(t)).normalized());
    for (const int vertex : mesh.triangles[t]) append_float_vector(mesh.vertices[vertex]);
    append_bytes(bytes, std::uint16_t{0});
  }
  return bytes;
}

}  // namespace condyle::mesh
