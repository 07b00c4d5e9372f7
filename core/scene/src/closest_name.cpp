#include "core/scene/src/closest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/src/mesh/mesh_source.h"

namespace condyle::scene {
namespace {

/// Optimal string alignment distance (Damerau 1964, Levenshtein 1966), row by row.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::string closest_name(const std::string& text, std::span<const std::string> names) {
  constexpr std::size_t k_longest =
      200;  // longer texts are not typing errors; the time grows with the square of the length
  if (text.size() > k_longest) return {};
  // Wrong case is not a typing error and does not count as a difference.
  const std::string small = mesh::lowered(text);
  std::string closest;
  std::size_t fewest = text.size() / 3 + 2;  // a short word may be off by one letter
  for (const std::string& name : names) {
    if (name.size() > k_longest) continue;
    const std::size_t distance = edit_distance(small, mesh::lowered(name));
    if (distance < fewest) {
      fewest = distance;
      closest = name;
    }
  }
  return closest;
}

std::string suggestion(const std::string& text, std::span<const std::string> names) {
  const std::string closest = closest_name(text, names);
  return closest.empty() ? "" : fmt::format("; did you mean '{}'?", closest);
}

std::string suggestion_and_names(const std::string& text, std::span<const std::string> names) {
  const std::string hint = suggestion(text, names);
  return fmt::format("{} has: {}", hint.empty() ? "; it" : hint + " It",
                     names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
}

}  // namespace condyle::scene
