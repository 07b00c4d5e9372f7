// STL as defined by its inventors (3D Systems, StereoLithography Interface Specification, 1988).

#include <fmt/core.h>

#include "core/src/mesh/bytes_behind.h"
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

/// The size of a binary file with the triangles that this one states.
std::size_t stated_size(std::string_view bytes) {
  return k_before_triangles + stated_triangles(bytes) * k_triangle;
}

MeshInFile parse_binary(const MeshSource& source) {
  const std::size_t count = stated_triangles(source.bytes);
  if (count == 0 && !is_padding(source.bytes.substr(k_before_triangles))) {
    source.fail_at_byte(k_header,
                        "as binary STL it states 0 triangles, but more bytes follow; its "
                        "export was not finished, export the mesh again");
  }
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
  return {std::move(mesh),
          look_behind(source.bytes.substr(stated_size(source.bytes)),
                      fmt::format("of the {} triangles that the file states", count))};
}

/// Whether a word begins a line that does not change the surface: a comment, as hand-written files
/// have, or the colour of the facets that follow. The format has neither, but programs write them.
bool begins_remark(std::string_view word) {
  return word.starts_with(';') || word.starts_with('#') || word.starts_with("//") ||
         equal_ignoring_case(word, "color") || equal_ignoring_case(word, "colour");
}

/// The words of an ASCII file, each of which must match the format. Remarks are passed over.
class StlWords {
 public:
  explicit StlWords(const MeshSource& source) : source_(source), rest_(source.bytes) {}

  std::string_view next(std::string_view expected) {
    skip_remarks();
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

  /// "endloop" or "end loop", where `part` is "loop".
  void require_end_of(std::string_view part) {
    const std::string expected = fmt::format("end{}", part);
    const std::string_view word = next(expected);
    if (equal_ignoring_case(word, "end")) return require(part);
    if (!equal_ignoring_case(word, expected)) fail(word, expected);
  }

  [[noreturn]] void fail(std::string_view word, std::string_view expected) const {
    source_.fail_at_line(word.data(),
                         fmt::format("{} stands where ASCII STL wants '{}'; export the mesh again",
                                     in_quotes(word), expected));
  }

  Eigen::Vector3d position() { return take_position(source_, rest_, rest_.data()); }
  /// Passes over the rest of the line, which is a name, but not over a facet that begins in it:
  /// some files have all of their words on one line. Returns whether one begins there.
  bool skip_name() {
    std::string_view line = rest_.substr(0, rest_.find_first_of("\r\n"));
    while (true) {
      const std::string_view word = take_word(line);
      if (word.empty()) break;
      std::string_view behind = line;
      if (!equal_ignoring_case(word, "facet") || !equal_ignoring_case(take_word(behind), "normal"))
        continue;
      rest_.remove_prefix(static_cast<std::size_t>(word.data() - rest_.data()));
      return true;
    }
    take_line(rest_);
    return false;
  }
  bool at_end() {
    skip_remarks();
    return trimmed(rest_).empty();
  }

 private:
  void skip_remarks() {
    while (true) {
      std::string_view rest = rest_;
      if (!begins_remark(take_word(rest))) return;
      rest_ = rest;
      take_line(rest_);
    }
  }

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
  words.require_end_of("loop");
  words.require_end_of("facet");
  mesh.triangles.push_back({first, first + 1, first + 2});
}

/// Whether the word ends a solid. Some programs write the name without a space before it.
bool ends_solid(StlWords& words, std::string_view word) {
  constexpr std::string_view k_end = "endsolid";
  if (equal_ignoring_case(word, "end")) {
    words.require("solid");
    return true;
  }
  return equal_ignoring_case(word.substr(0, k_end.size()), k_end);
}

MeshInFile parse_ascii(const MeshSource& source) {
  TriangleMesh mesh;
  StlWords words(source);
  words.require("solid");
  words.skip_name();
  bool is_in_solid = true;
  while (!words.at_end()) {
    const std::string_view word = words.next("facet");
    if (equal_ignoring_case(word, "solid")) {  // the next one, or the first line twice
      is_in_solid = true;
      words.skip_name();
    } else if (is_in_solid && equal_ignoring_case(word, "facet")) {
      parse_facet(words, mesh);
    } else if (ends_solid(words, word)) {
      is_in_solid = words.skip_name();
    } else {
      words.fail(word, is_in_solid ? "facet" : "solid");
    }
  }
  if (!is_in_solid) return {std::move(mesh), {}};
  if (mesh.triangles.empty()) words.next("endsolid");  // fails
  return {std::move(mesh),
          {{"no_endsolid", "the file ends without 'endsolid', so triangles may be missing",
            "export or download it again if a part is missing"}}};
}

bool starts_like_ascii(std::string_view bytes) {
  std::string_view rest = bytes;
  std::string_view word = take_word(rest);
  while (begins_remark(word)) {
    take_line(rest);
    word = take_word(rest);
  }
  return equal_ignoring_case(word, "solid") && is_text(bytes);
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < k_before_triangles || stated_size(bytes) > bytes.size()) return false;
  return is_padding(bytes.substr(stated_size(bytes)));
}

MeshInFile parse_stl(const MeshSource& source) {
  if (is_binary_stl(source.bytes)) return parse_binary(source);
  const MeshSource text{source.file, without_padding(source.bytes)};
  if (starts_like_ascii(text.bytes)) return parse_ascii(text);
  if (source.bytes.size() < k_before_triangles) {
    source.fail(
        fmt::format("{} bytes are too few for a binary STL file and it does not start with "
                    "'solid' as an ASCII one; export the mesh again",
                    source.bytes.size()));
  }
  if (is_text(text.bytes)) {
    source.fail(
        "is text, but does not start with 'solid' as ASCII STL does; export the mesh again");
  }
  if (stated_size(source.bytes) <= source.bytes.size()) return parse_binary(source);
  source.fail_at_byte(
      k_header,
      fmt::format("as binary STL it states {} triangles, which take {} bytes, but the "
                  "file has {}; it is truncated or no STL, export or download it again",
                  stated_triangles(source.bytes), stated_size(source.bytes), source.bytes.size()));
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
