// Wavefront OBJ: vertices and polygons (Wavefront Technologies, Advanced Visualizer, appendix B1).

#include <fmt/format.h>  // Clang needs the template that writes into an iterator

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/src/base/number_text.h"
#include "core/src/mesh/mesh_formats.h"
#include "core/src/mesh/polygon_cut.h"

namespace condyle::mesh {
namespace {

/// Statements of vertices and polygons.
constexpr std::array<std::string_view, 3> k_read = {"v", "f", "fo"};

/// Statements that do not change the surface.
constexpr std::array<std::string_view, 22> k_ignored = {
    "vt",       "vn",       "vp",     "o",      "g",      "s",          "mg",        "l",
    "p",        "usemtl",   "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj", "bevel",
    "c_interp", "d_interp", "lod",    "stech",  "ctech",  "csh"};

/// Statements that make surfaces of another kind, which are refused.
constexpr std::array<std::string_view, 21> k_refused = {
    "deg", "bmat", "step", "cstype", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv",
    "sp",  "end",  "con",  "call",   "scmp", "bzp",   "bsp",  "cdc",  "cdp",  "res"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether a line begins a statement or is a comment.
bool begins_statement(std::string_view line) {
  const std::string_view word = take_word(line);
  return word.starts_with('#') || is_among(word, k_read) || is_among(word, k_ignored) ||
         is_among(word, k_refused);
}

/// Removes the next statement from the front of `text`. A backslash at the end of a line continues
/// the statement, also with blanks behind it, unless the next line begins one of its own: comments,
/// and names of groups and materials, may end in a backslash of their own, as paths of Windows do.
std::string_view take_statement(std::string_view& text) {
  const char* begin = text.data();
  std::string_view line = take_line(text);
  while (trimmed(line).ends_with('\\') && !text.empty() && !begins_statement(text))
    line = take_line(text);
  return {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
}

/// The backslash that continues a line separates words, as the line end does.
constexpr char k_also_space = '\\';

class ObjParser {
 public:
  explicit ObjParser(const MeshSource& source) : source_(source) {}

  MeshInFile parse() {
    std::string_view rest = source_.bytes;
    while (!rest.empty()) parse_statement(take_statement(rest));
    if (largest_index_ >= static_cast<std::int64_t>(mesh_.vertices.size())) {
      fail_range(largest_index_word_);
    }
    PolygonCutter cutter(source_);
    cutter.cut(polygons_, mesh_);  // now that all vertices are known
    return {std::move(mesh_), cutter.findings()};
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
    } else if (!keyword.empty() && !is_among(keyword, k_ignored)) {
      source_.fail_at_line(where,
                           fmt::format("{} is no OBJ statement for polygons; export the mesh "
                                       "as polygons",
                                       in_quotes(keyword)));
    }
  }

  void parse_face(std::string_view statement, const char* where) {
    const std::size_t begin = polygons_.corners.size();
    for (std::string_view word = take_word(statement, k_also_space); !word.empty();
         word = take_word(statement, k_also_space)) {
      polygons_.corners.push_back(vertex_index(word));
    }
    const std::size_t count = polygons_.corners.size() - begin;
    if (count < 3) {
      source_.fail_at_line(where, fmt::format("a face has {} corners; it needs three or more, "
                                              "export the mesh again",
                                              count));
    }
    polygons_.ends.push_back(polygons_.corners.size());
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
  Polygons polygons_;
  std::int64_t largest_index_ = -1;
  std::string_view largest_index_word_;
};

}  // namespace

MeshInFile parse_obj(const MeshSource& source) { return ObjParser(source).parse(); }

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
