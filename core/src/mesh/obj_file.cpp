// Wavefront OBJ: vertices and polygons (Wavefront Technologies, Advanced Visualizer, appendix B1).

#include <fmt/format.h>  // Clang needs the template that writes into an iterator

#include <algorithm>
#include <array>
#include <limits>

#include "core/src/mesh/mesh_formats.h"

namespace condyle::mesh {
namespace {

/// Statements that do not change the surface.
constexpr std::array<std::string_view, 22> k_ignored = {
    "vt",       "vn",       "vp",     "o",      "g",      "s",          "mg",        "l",
    "p",        "usemtl",   "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj", "bevel",
    "c_interp", "d_interp", "lod",    "stech",  "ctech",  "csh"};

/// Removes the next statement from the front of `text`. A backslash at the end of a line continues
/// the statement.
std::string_view take_statement(std::string_view& text) {
  const char* begin = text.data();
  std::string_view line = take_line(text);
  while (line.ends_with('\\') && !text.empty()) line = take_line(text);
  return {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
}

/// The backslash that continues a line separates words, as the line end does.
constexpr char k_also_space = '\\';

class ObjParser {
 public:
  explicit ObjParser(const MeshSource& source) : source_(source) {}

  TriangleMesh parse() {
    std::string_view rest = source_.bytes;
    while (!rest.empty()) parse_statement(take_statement(rest));
    if (largest_index_ >= static_cast<std::int64_t>(mesh_.vertices.size())) {
      fail_range(largest_index_word_);
    }
    return std::move(mesh_);
  }

 private:
  void parse_statement(std::string_view statement) {
    statement = statement.substr(0, statement.find('#'));
    const char* where = statement.data();
    const std::string_view keyword = take_word(statement, k_also_space);
    if (keyword == "v") {
      mesh_.vertices.push_back(take_position(source_, statement, where, k_also_space));
    } else if (keyword == "f" || keyword == "fo") {
      parse_face(statement, where);
    } else if (!keyword.empty() &&
               std::find(k_ignored.begin(), k_ignored.end(), keyword) == k_ignored.end()) {
      source_.fail_at_line(where,
                           fmt::format("{} is no OBJ statement for polygons; export the mesh "
                                       "as polygons",
                                       in_quotes(keyword)));
    }
  }

  void parse_face(std::string_view statement, const char* where) {
    polygon_.clear();
    for (std::string_view word = take_word(statement, k_also_space); !word.empty();
         word = take_word(statement, k_also_space)) {
      polygon_.push_back(vertex_index(word));
    }
    if (polygon_.size() < 3) {
      source_.fail_at_line(where, fmt::format("a face has {} corners; it needs three or more, "
                                              "export the mesh again",
                                              polygon_.size()));
    }
    append_fan(polygon_, mesh_.triangles);
  }

  /// The vertex index of "v", "v/vt", "v//vn" or "v/vt/vn": counted from 1, or backward from -1.
  int vertex_index(std::string_view word) {
    const std::string_view digits = word.substr(0, word.find('/'));
    const std::optional<std::int64_t> number = parse_integer(digits);
    const bool rest_is_indices = word.find_first_not_of("+-0123456789/") == std::string_view::npos;
    if (!number || !rest_is_indices) {
      source_.fail_at_line(word.data(), fmt::format("{} is no index of a vertex; export the mesh "
                                                    "again",
                                                    in_quotes(word)));
    }
    const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
    const std::int64_t index = *number < 0 ? count + *number : *number - 1;
    if (index < 0 || index > std::numeric_limits<int>::max()) fail_range(word);
    // A face may come before its vertices; parse() checks at the end whether they exist.
    if (index > largest_index_) {
      largest_index_ = index;
      largest_index_word_ = word;
    }
    return static_cast<int>(index);
  }

  [[noreturn]] void fail_range(std::string_view word) const {
    source_.fail_at_line(word.data(),
                         fmt::format("the face names vertex {} but there are {}; the file is "
                                     "truncated or damaged, export the mesh again",
                                     in_quotes(word), mesh_.vertices.size()));
  }

  const MeshSource& source_;
  TriangleMesh mesh_;
  std::vector<int> polygon_;
  std::int64_t largest_index_ = -1;
  std::string_view largest_index_word_;
};

}  // namespace

TriangleMesh parse_obj(const MeshSource& source) {
  const bool ends_lines_with_returns = source.bytes.find('\n') == std::string_view::npos &&
                                       source.bytes.find('\r') != std::string_view::npos;
  if (!ends_lines_with_returns) return ObjParser(source).parse();
  std::string bytes(source.bytes);  // line ends of old Mac files
  std::ranges::replace(bytes, '\r', '\n');
  return ObjParser({source.file, bytes}).parse();
}

std::string obj_bytes(const TriangleMesh& mesh) {
  std::string text = "# written by condyle\n";
  const auto out = std::back_inserter(text);
  for (const Eigen::Vector3d& p : mesh.vertices) {
    fmt::format_to(out, "v {} {} {}\n", p.x(), p.y(), p.z());
  }
  for (const auto& [a, b, c] : mesh.triangles) {
    fmt::format_to(out, "f {} {} {}\n", a + 1, b + 1, c + 1);
  }
  return text;
}

}  // namespace condyle::mesh
