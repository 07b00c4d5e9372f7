#include "core/src/contact/elastic/node_clusters.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace condyle {
namespace {

/// Clusters are far from each other if the size of the smaller one is at most this multiple of
/// their distance.
constexpr double k_most_size = 2;

/// The first position of the upper half: where the sheet changes, or else in the middle of the
/// longest side.
int halve(const LayerNodes& nodes, const NodeCluster& cluster, std::span<int> node_at) {
  const auto begin = node_at.begin() + cluster.first, end = node_at.begin() + cluster.last;
  const auto middle = begin + cluster.size() / 2;
  const auto sheet = [&](int node) { return nodes.sheets[node]; };
  if (sheet(*begin) != sheet(*(end - 1))) {
    auto cut = std::ranges::lower_bound(begin, end, sheet(*middle), {}, sheet);
    if (cut == begin) cut = std::ranges::upper_bound(begin, end, sheet(*middle), {}, sheet);
    return static_cast<int>(cut - node_at.begin());
  }
  Eigen::Index axis = 0;
  cluster.box.sizes().maxCoeff(&axis);
  std::ranges::nth_element(begin, middle, end, {},
                           [&](int node) { return std::pair(nodes.points[node][axis], node); });
  return static_cast<int>(middle - node_at.begin());
}

void describe(const LayerNodes& nodes, const LayerCompliance& compliance,
              std::span<const int> members, NodeCluster& cluster) {
  for (const int node : members) {
    cluster.box.extend(nodes.points[node]);
    cluster.radius = std::max(cluster.radius, nodes.radii[node]);
    cluster.thinnest = std::min(cluster.thinnest, nodes.thickness[node]);
    cluster.cells.push_back(compliance.coupling().cell_of(node));
    const EdgeCompliance::Place* const place = compliance.edges().place_of(node);
    if (place == nullptr) continue;
    ++cluster.edge_nodes;
    cluster.feet.extend(place->foot);
    cluster.edge_distance.add(place->distance);
    cluster.edge_depth.add(place->thickness);
  }
  std::ranges::sort(cluster.cells);
  cluster.cells.erase(std::unique(cluster.cells.begin(), cluster.cells.end()), cluster.cells.end());
}

double farthest(const Eigen::AlignedBox3d& a, const Eigen::AlignedBox3d& b) {
  return Eigen::AlignedBox3d(a).extend(b).diagonal().norm();
}

/// Whether the compliance that free edges add is smooth: it is 0 for all pairs of nodes, or it is
/// cut off for none of them and the mirror images are far from the nodes.
bool has_smooth_edges(const NodeCluster& a, const NodeCluster& b, const EdgeCompliance& edges) {
  if (a.edge_nodes == 0 || b.edge_nodes == 0) return true;
  const double least =
      std::hypot(a.edge_distance.least + b.edge_distance.least, a.feet.exteriorDistance(b.feet));
  if (least > edges.end() * (a.edge_depth.most + b.edge_depth.most) / 2) return true;
  if (a.edge_nodes < a.size() || b.edge_nodes < b.size()) return false;
  const double most =
      std::hypot(a.edge_distance.most + b.edge_distance.most, farthest(a.feet, b.feet));
  if (most > edges.end() * (a.edge_depth.least + b.edge_depth.least) / 2) return false;
  const auto size = [](const NodeCluster& c) {
    return std::hypot(c.edge_distance.width(), c.feet.diagonal().norm());
  };
  return std::min(size(a), size(b)) <= k_most_size * least;
}

}  // namespace

NodeClusters::NodeClusters(const LayerNodes& nodes, const LayerCompliance& compliance)
    : node_at(static_cast<std::size_t>(nodes.count())), position_of(node_at.size()) {
  std::iota(node_at.begin(), node_at.end(), 0);
  std::ranges::stable_sort(node_at, {}, [&](int node) { return nodes.sheets[node]; });
  clusters.push_back({.first = 0, .last = nodes.count()});
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    NodeCluster& whole = clusters[i];
    describe(nodes, compliance, std::span(node_at).subspan(whole.first, whole.size()), whole);
    if (whole.size() <= k_most_in_leaf) continue;
    const int cut = halve(nodes, whole, node_at);
    whole.lower = static_cast<int>(clusters.size());
    whole.upper = whole.lower + 1;
    const NodeCluster lower{.first = whole.first, .last = cut},
        upper{.first = cut, .last = whole.last};
    clusters.push_back(lower);
    clusters.push_back(upper);
  }
  for (std::size_t p = 0; p < node_at.size(); ++p) position_of[node_at[p]] = static_cast<int>(p);
}

ClusterPair pair_of(const NodeCluster& a, const NodeCluster& b, const LayerCompliance& compliance) {
  const bool are_leaves = a.is_leaf() && b.is_leaf();
  const double distance = a.box.exteriorDistance(b.box);
  const double smaller = std::min(a.box.diagonal().norm(), b.box.diagonal().norm());
  const bool is_far = smaller <= k_most_size * distance &&
                      LayerCompliance::are_apart(distance, a.radius + b.radius);
  if (!is_far && !are_leaves) return ClusterPair::divided;
  std::size_t coupled = 0;
  for (const int i : a.cells)
    for (const int j : b.cells) coupled += compliance.coupling().joins_cells(i, j);
  if (coupled == 0) return ClusterPair::uncoupled;
  if (is_far && coupled == a.cells.size() * b.cells.size() &&
      has_smooth_edges(a, b, compliance.edges()))
    return ClusterPair::smooth;
  return are_leaves ? ClusterPair::near : ClusterPair::divided;
}

}  // namespace condyle
