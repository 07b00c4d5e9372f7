#include "core/src/mesh/mesh_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "core/src/base/number_text.h"

namespace condyle::mesh {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

void MeshSource::fail(std::string_view problem) const {
  throw InputError(fmt::format("{}: {}", file.string(), problem));
}

void MeshSource::fail_at_line(const char* where, std::string_view problem) const {
  const auto line = 1 + std::count(bytes.data(), where, '\n');
  throw InputError(fmt::format("{}, line {}: {}", file.string(), line, problem));
}

void MeshSource::fail_at_byte(std::size_t offset, std::string_view problem) const {
  throw InputError(fmt::format("{}, byte {}: {}", file.string(), offset, problem));
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view k_mark = "\xEF\xBB\xBF";
  if (text.starts_with(k_mark)) text.remove_prefix(k_mark.size());
  return text;
}

std::string_view take_word(std::string_view& text, char also_space) {
  const auto separates = [also_space](char c) { return is_blank(c) || c == also_space; };
  std::size_t begin = 0;
  while (begin < text.size() && separates(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !separates(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

std::string_view without_padding(std::string_view text) {
  const auto is_mark = [](char c) { return c == '\0' || c == '\x1A'; };
  std::size_t content = text.size();
  while (content > 0 && (is_blank(text[content - 1]) || is_mark(text[content - 1]))) --content;
  const auto mark = std::find_if(text.begin() + content, text.end(), is_mark);
  return text.substr(0, static_cast<std::size_t>(mark - text.begin()));
}

bool is_text(std::string_view bytes) {
  constexpr std::size_t k_start = 512;
  return bytes.substr(0, k_start).find('\0') == std::string_view::npos;
}

bool is_padding(std::string_view bytes) { return trimmed(without_padding(bytes)).empty(); }

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t k_longest = 40;
  std::string text(word.substr(0, k_longest));
  for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
  return fmt::format("'{}{}'", text, word.size() > k_longest ? "..." : "");
}

std::string lowered(std::string text) {
  for (char& c : text) c = lower(c);
  return text;
}

std::string lower_extension(const std::filesystem::path& file) {
  return lowered(file.extension().string());
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool is_coordinate(double value) { return std::abs(value) <= 1e60; }

Eigen::Vector3d take_position(const MeshSource& source, std::string_view& text, const char* where,
                              char also_space) {
  Eigen::Vector3d position;
  for (double& coordinate : position) {
    const std::string_view word = take_word(text, also_space);
    if (word.empty()) {
      source.fail_at_line(where,
                          "a vertex has fewer than three coordinates; export the mesh again");
    }
    const std::optional<double> value = parse_number(word);
    if (!value) {
      source.fail_at_line(word.data(), fmt::format("{} is not a number; a vertex needs three, "
                                                   "export the mesh again",
                                                   in_quotes(word)));
    }
    if (!is_coordinate(*value)) {
      source.fail_at_line(word.data(),
                          fmt::format("the coordinate {} is not finite or beyond 1e60; export the "
                                      "mesh again",
                                      in_quotes(word)));
    }
    coordinate = *value;
  }
  return position;
}

void require_readable(const std::filesystem::path& file, const TriangleMesh& mesh) {
  const MeshSource source{file, {}};
  if (mesh.triangles.empty()) {
    source.fail("has no triangle; export a surface mesh, not points or lines");
  }
  constexpr std::size_t k_most = std::numeric_limits<int>::max();
  if (mesh.triangles.size() > k_most || mesh.vertices.size() > k_most) {
    source.fail("has more than 2^31 - 1 triangles or vertices; thin it out");
  }
  require_valid(mesh, file.string());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const double farthest = mesh.vertices[i].cwiseAbs().maxCoeff();
    if (farthest <= k_farthest_coordinate) continue;
    source.fail(
        fmt::format("vertex {} has a coordinate of {:.6g} m, beyond {:g} m; check the unit "
                    "(--unit), or export the mesh again",
                    i, farthest, k_farthest_coordinate));
  }
}

}  // namespace condyle::mesh
