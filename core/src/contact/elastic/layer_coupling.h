#pragma once

#include <cstdint>
#include <vector>

#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// Which nodes of a layer bend each other's surface. The compliance of a flat layer knows straight
/// distances only, so two nodes count as coupled where the path along the surface is about as long
/// as the straight one: not across a gap, a notch, a sharp edge or a hollow turned upon itself, and
/// not from the front of a plate to its back. Nodes of different sheets are never coupled.
class LayerCoupling {
 public:
  /// The longest path along the surface between coupled nodes, over the straight one. On a sphere a
  /// turn by 120 degrees has a ratio of 1.21, and one by 163 degrees this one.
  static constexpr double k_longest_path = 1.4;

  /// Finds paths between cells, sets of nodes within about `cell_size` [m] of each other, larger
  /// where there would be more than a thousand. A path leads over cells or, where these are in
  /// line, straight over the triangles (section_length).
  LayerCoupling(const ContactSurface& casting, const LayerNodes& nodes, double cell_size);

  bool operator()(int a, int b) const { return joins_cells(cell_[a], cell_[b]); }

  /// Whether the nodes of two cells are coupled.
  bool joins_cells(int a, int b) const {
    return coupled_[static_cast<std::size_t>(a) * cells_.size() + static_cast<std::size_t>(b)] != 0;
  }
  int cell_of(int node) const { return cell_[node]; }

  /// The nodes of each cell.
  const std::vector<std::vector<int>>& cells() const { return cells_; }

 private:
  std::vector<int> cell_;  ///< per node
  std::vector<std::vector<int>> cells_;
  std::vector<std::uint8_t> coupled_;  ///< cells by cells: whether their nodes are coupled
};

}  // namespace condyle
