#include "core/src/contact/elastic/layer_coupling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "core/src/contact/elastic/surface_section.h"

namespace condyle {
namespace {

constexpr std::size_t k_most_cells = 1000;

/// Nodes more than half of `size` apart, so that each node is joined to one as near as that within
/// its sheet.
std::vector<int> seeds_of(const LayerNodes& nodes, double size) {
  std::vector<int> seeds, reached;
  std::vector<bool> taken(static_cast<std::size_t>(nodes.count()), false);
  for (int seed = 0; seed < nodes.count(); ++seed) {
    if (taken[seed]) continue;
    seeds.push_back(seed);
    taken[seed] = true;
    reached = {seed};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const int next : nodes.neighbours.of(reached[i])) {
        if (taken[next] || (nodes.points[next] - nodes.points[seed]).norm() > size / 2) continue;
        taken[next] = true;
        reached.push_back(next);
      }
    }
  }
  return seeds;
}

/// Per node: the cell of the nearest seed that is joined to it within its sheet. All cells grow at
/// once, nearest nodes first, so that they are about as large as one another.
std::vector<int> cell_of_nodes(const LayerNodes& nodes, const std::vector<int>& seeds) {
  struct Front {
    double distance;
    int node, cell;
    auto operator<=>(const Front&) const = default;
  };
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front;
  for (int cell = 0; cell < static_cast<int>(seeds.size()); ++cell)
    front.push({0, seeds[cell], cell});
  std::vector<int> cell_of(static_cast<std::size_t>(nodes.count()), -1);
  while (!front.empty()) {
    const auto [distance, node, cell] = front.top();
    front.pop();
    if (cell_of[node] >= 0) continue;
    cell_of[node] = cell;
    for (const int next : nodes.neighbours.of(node))
      if (cell_of[next] < 0)
        front.push({(nodes.points[next] - nodes.points[seeds[cell]]).squaredNorm(), next, cell});
  }
  return cell_of;
}

/// Per cell: the triangle nearest to its middle. Paths are measured between these.
std::vector<int> middles_of(const ContactSurface& casting, const LayerNodes& nodes,
                            const std::vector<std::vector<int>>& cells) {
  std::vector<int> middles;
  for (const std::vector<int>& cell : cells) {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (const int node : cell) middle += nodes.points[node] / static_cast<double>(cell.size());
    const auto from_middle = [&](const Eigen::Vector3d& p) { return (p - middle).squaredNorm(); };
    const int node = *std::ranges::min_element(
        cell, {}, [&](int candidate) { return from_middle(nodes.points[candidate]); });
    middles.push_back(*std::ranges::min_element(
        nodes.triangles_of(node), {}, [&](int t) { return from_middle(casting.centroids()[t]); }));
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

/// Links that also lead to the neighbours of neighbours: paths over them zigzag less.
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

/// Per cell: the length of the shortest path to it from cell `start` (Dijkstra 1959) [m].
std::vector<double> lengths_from(int start, const std::vector<Eigen::Vector3d>& points,
                                 const Links& links) {
  using Front = std::pair<double, int>;
  std::vector<double> length_to(points.size(), std::numeric_limits<double>::infinity());
  std::priority_queue<Front, std::vector<Front>, std::greater<>> front;
  length_to[start] = 0;
  front.push({0.0, start});
  while (!front.empty()) {
    const auto [length, cell] = front.top();
    front.pop();
    if (length > length_to[cell]) continue;
    for (const int next : links[cell]) {
      const double longer = length + (points[next] - points[cell]).norm();
      if (!(longer < length_to[next])) continue;
      length_to[next] = longer;
      front.push({longer, next});
    }
  }
  return length_to;
}

}  // namespace

LayerCoupling::LayerCoupling(const ContactSurface& casting, const LayerNodes& nodes,
                             double cell_size) {
  const std::size_t sheets = static_cast<std::size_t>(*std::ranges::max_element(nodes.sheets)) + 1;
  std::vector<int> seeds = seeds_of(nodes, cell_size);
  while (seeds.size() > std::max(k_most_cells, sheets)) {
    cell_size *= 1.5;
    seeds = seeds_of(nodes, cell_size);
  }
  cell_ = cell_of_nodes(nodes, seeds);
  cells_.resize(seeds.size());
  for (int node = 0; node < nodes.count(); ++node) cells_[cell_[node]].push_back(node);
  const std::vector<int> middles = middles_of(casting, nodes, cells_);
  std::vector<Eigen::Vector3d> points;
  for (const int t : middles) points.push_back(casting.centroids()[t]);
  const Links links = links_of(nodes, cells_, cell_), wide = wider(links);
  coupled_.assign(cells_.size() * cells_.size(), 0);
  for (std::size_t a = 0; a < cells_.size(); ++a) {
    const std::vector<double> length_to = lengths_from(static_cast<int>(a), points, wide);
    for (std::size_t b = 0; b <= a; ++b) {
      const double longest = k_longest_path * (points[a] - points[b]).norm();
      // Paths over cells zigzag: where such a path is too long, a straight one may do.
      const bool is_near =
          a == b || std::ranges::binary_search(links[a], static_cast<int>(b)) ||
          length_to[b] <= longest ||
          (std::isfinite(length_to[b]) &&
           std::isfinite(section_length(casting, nodes, middles[a], middles[b], longest)));
      coupled_[a * cells_.size() + b] = coupled_[b * cells_.size() + a] = is_near;
    }
  }
}

}  // namespace condyle
