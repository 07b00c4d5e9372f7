#include "core/src/contact/elastic/layer_coupling.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>

namespace condyle {
namespace {

constexpr std::size_t k_most_cells = 1000;

/// Sets of nodes within half of `size` of their first node, joined to it within their sheet.
std::vector<std::vector<int>> cells_of(const LayerNodes& nodes, double size) {
  std::vector<std::vector<int>> cells;
  std::vector<bool> taken(static_cast<std::size_t>(nodes.count()), false);
  for (int seed = 0; seed < nodes.count(); ++seed) {
    if (taken[seed]) continue;
    std::vector<int>& cell = cells.emplace_back(std::vector<int>{seed});
    taken[seed] = true;
    for (std::size_t i = 0; i < cell.size(); ++i) {
      for (const int next : nodes.neighbours.of(cell[i])) {
        if (taken[next] || (nodes.points[next] - nodes.points[seed]).norm() > size / 2) continue;
        taken[next] = true;
        cell.push_back(next);
      }
    }
  }
  return cells;
}

std::vector<Eigen::Vector3d> middles_of(const LayerNodes& nodes,
                                        const std::vector<std::vector<int>>& cells) {
  std::vector<Eigen::Vector3d> middles;
  for (const std::vector<int>& cell : cells) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const int node : cell) sum += nodes.points[node];
    middles.emplace_back(sum / static_cast<double>(cell.size()));
  }
  return middles;
}

using Links = std::vector<std::vector<int>>;

/// Per cell: the cells next to it.
Links links_of(const LayerNodes& nodes, const std::vector<std::vector<int>>& cells,
               const std::vector<int>& cell_of) {
  Links links(cells.size());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (const int node : cells[cell])
      for (const int next : nodes.neighbours.of(node))
        if (cell_of[next] != static_cast<int>(cell)) links[cell].push_back(cell_of[next]);
    std::ranges::sort(links[cell]);
    links[cell].erase(std::unique(links[cell].begin(), links[cell].end()), links[cell].end());
  }
  return links;
}

/// Links that also lead to the neighbours of neighbours: ways over them zigzag less.
Links wider(const Links& links) {
  Links wide = links;
  for (std::size_t cell = 0; cell < links.size(); ++cell) {
    for (const int next : links[cell])
      wide[cell].insert(wide[cell].end(), links[next].begin(), links[next].end());
    std::ranges::sort(wide[cell]);
    wide[cell].erase(std::unique(wide[cell].begin(), wide[cell].end()), wide[cell].end());
    std::erase(wide[cell], static_cast<int>(cell));
  }
  return wide;
}

/// Per cell: the length of the shortest way to it from cell `start` (Dijkstra 1959) [m].
std::vector<double> ways_from(int start, const std::vector<Eigen::Vector3d>& middles,
                              const Links& links) {
  using Front = std::pair<double, int>;
  std::vector<double> way(middles.size(), std::numeric_limits<double>::infinity());
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front;
  way[start] = 0;
  front.push({0.0, start});
  while (!front.empty()) {
    const auto [length, cell] = front.top();
    front.pop();
    if (length > way[cell]) continue;
    for (const int next : links[cell]) {
      const double longer = length + (middles[next] - middles[cell]).norm();
      if (!(longer < way[next])) continue;
      way[next] = longer;
      front.push({longer, next});
    }
  }
  return way;
}

}  // namespace

LayerCoupling::LayerCoupling(const LayerNodes& nodes, double cell_size)
    : cell_(static_cast<std::size_t>(nodes.count())) {
  const std::size_t sheets = static_cast<std::size_t>(*std::ranges::max_element(nodes.sheets)) + 1;
  do {
    cells_ = cells_of(nodes, cell_size);
    cell_size *= 1.5;
  } while (cells_.size() > std::max(k_most_cells, sheets));
  for (std::size_t cell = 0; cell < cells_.size(); ++cell)
    for (const int node : cells_[cell]) cell_[node] = static_cast<int>(cell);
  const std::vector<Eigen::Vector3d> middles = middles_of(nodes, cells_);
  const Links links = links_of(nodes, cells_, cell_), wide = wider(links);
  coupled_.assign(cells_.size() * cells_.size(), 0);
  for (std::size_t a = 0; a < cells_.size(); ++a) {
    const std::vector<double> way = ways_from(static_cast<int>(a), middles, wide);
    for (std::size_t b = 0; b <= a; ++b) {
      const bool is_near = a == b || std::ranges::binary_search(links[a], static_cast<int>(b)) ||
                           way[b] <= k_longest_way * (middles[a] - middles[b]).norm();
      coupled_[a * cells_.size() + b] = coupled_[b * cells_.size() + a] = is_near;
    }
  }
}

}  // namespace condyle
