#include "core/src/contact/sparse_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "condyle/contact/contact_result.h"
#include "core/src/contact/range_fault.h"

namespace condyle {
namespace {

/// Pressure is constant on a triangle, so fewer triangles give no useful pressure map.
constexpr int k_few_triangles = 10;
/// With fewer active nodes an elastic layer is too coarse. From this number on, the peak under a
/// ball is right to 2 %.
constexpr int k_few_nodes = 60;
/// At this depth a ball presses ten triangles if its radius is 16 times their size.
constexpr double k_begins = 0.05;

}  // namespace

bool SparseWatch::observe(const ContactPair& pair) {
  const ContactStatistics& total = pair.result().total;
  if (total.n_contacting == 0) return false;
  const LayerFigures& layer = pair.result().layer;
  const double size = layer.active_nodes > 0
                          ? layer.node_spacing
                          : std::sqrt(2 * total.contact_area / (pair.share() * total.n_contacting));
  SparseWatch one;
  std::tie(one.triangles_, one.nodes_, one.spacing_) =
      std::tuple(total.n_contacting, layer.active_nodes, layer.node_spacing);
  one.depth_over_size_ = total.max_proximity / size;
  return add(one);
}

bool SparseWatch::add(const SparseWatch& other) {
  const bool is_larger = std::tie(other.nodes_, other.triangles_) > std::tie(nodes_, triangles_);
  triangles_ = std::max(triangles_, other.triangles_);
  if (std::tie(other.nodes_, other.spacing_) > std::tie(nodes_, spacing_))
    std::tie(nodes_, spacing_) = std::tie(other.nodes_, other.spacing_);
  depth_over_size_ = std::max(depth_over_size_, other.depth_over_size_);
  return is_larger;
}

bool SparseWatch::only_begins() const { return depth_over_size_ < k_begins; }

void SparseWatch::add_faults(std::vector<RangeFault>& faults) const {
  if (triangles_ > 0 && triangles_ < k_few_triangles) {
    faults.push_back(
        {"few_triangles",
         fmt::format("at most {} of the casting mesh's triangles touch, too few for a pressure "
                     "map; use a finer mesh, or let the other one cast",
                     triangles_),
         {{"triangles", triangles_}}});
  } else if (nodes_ > 0 && nodes_ < k_few_nodes) {
    faults.push_back(
        {"few_nodes",
         fmt::format("at most {} nodes of its elastic layer press, {:.3g} mm apart; with fewer "
                     "than {} force and peak may be off by several per cent: give a smaller node "
                     "spacing (node_spacing), or a finer casting mesh",
                     nodes_, 1e3 * spacing_, k_few_nodes),
         {{"nodes", nodes_}, {"node_spacing [m]", spacing_}}});
  }
}

}  // namespace condyle
