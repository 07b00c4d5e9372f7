#include "core/src/contact/elastic/layer_seams.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace condyle {
namespace {

/// Cosine of the greatest angle between the normals: less than that of an edge that divides sheets.
constexpr double k_alike = 0.9;

bool are_beside(const LayerNodes& nodes, int a, int b) {
  const double radii = nodes.radii[a] + nodes.radii[b];
  return nodes.sheets[a] != nodes.sheets[b] && nodes.normals[a].dot(nodes.normals[b]) > k_alike &&
         (nodes.points[a] - nodes.points[b]).squaredNorm() < radii * radii;
}

}  // namespace

std::vector<int> nodes_across_seams(const LayerNodes& nodes) {
  const auto count = static_cast<std::size_t>(nodes.count());
  std::vector<int> across(count, -1);
  if (std::ranges::adjacent_find(nodes.sheets, std::not_equal_to()) == nodes.sheets.end())
    return across;
  std::vector<int> along_x(count);
  std::iota(along_x.begin(), along_x.end(), 0);
  std::ranges::sort(along_x, {}, [&](int i) { return std::pair(nodes.points[i].x(), i); });
  const double largest = std::ranges::max(nodes.radii);
  for (std::size_t k = 0; k < count; ++k) {
    const int a = along_x[k];
    for (std::size_t l = k + 1; l < count; ++l) {
      const int b = along_x[l];
      if (nodes.points[b].x() - nodes.points[a].x() > nodes.radii[a] + largest) break;
      if (across[a] >= 0 && across[b] >= 0) continue;
      if (!are_beside(nodes, a, b)) continue;
      if (across[a] < 0) across[a] = b;
      if (across[b] < 0) across[b] = a;
    }
  }
  return across;
}

}  // namespace condyle
