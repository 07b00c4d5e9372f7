#include "core/world/src/session_islands.h"

#include <utility>

namespace condyle {
namespace {

int root_of(std::vector<int>& parents, int body) {
  while (parents[body] != body) body = parents[body] = parents[parents[body]];
  return body;
}

}  // namespace

int find_islands(std::span<const char> is_moved, std::span<const std::pair<int, int>> ties,
                 std::vector<int>& island_of) {
  std::vector<int> parents(is_moved.size());
  std::vector<char> is_tied(is_moved.size(), 0);
  for (std::size_t i = 0; i < parents.size(); ++i) parents[i] = static_cast<int>(i);
  for (const auto& [a, b] : ties) {
    for (const int body : {a, b})
      if (is_moved[body]) is_tied[body] = 1;
    if (!is_moved[a] || !is_moved[b]) continue;
    int first = root_of(parents, a), second = root_of(parents, b);
    if (second < first) std::swap(first, second);
    parents[second] = first;
  }
  int count = 0;
  island_of.assign(is_moved.size(), -1);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (!is_tied[i]) continue;
    const int root = root_of(parents, static_cast<int>(i));
    island_of[i] = root == static_cast<int>(i) ? count++ : island_of[root];
  }
  return count;
}

}  // namespace condyle
