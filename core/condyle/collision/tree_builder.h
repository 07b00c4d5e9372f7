#pragma once

#include <Eigen/Core>
#include <limits>
#include <span>
#include <vector>

namespace condyle {

/// Axis-aligned box in lanes x, y, z and one that is not looked at, as the builder takes it. Empty:
/// lowest > highest.
struct LaneBox {
  Eigen::Array4f lowest = Eigen::Array4f::Constant(std::numeric_limits<float>::infinity());
  Eigen::Array4f highest = Eigen::Array4f::Constant(-std::numeric_limits<float>::infinity());

  void include(const LaneBox& box) {
    lowest = lowest.min(box.lowest);
    highest = highest.max(box.highest);
  }
  /// Half of the surface area.
  float half_area() const {
    const Eigen::Array4f size = highest - lowest;
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }
};

/// A node with two children, as the builder makes it.
struct BinaryNode {
  LaneBox box;
  int first = 0, last = 0;  ///< its boxes, [first, last) in the builder's order
  int children = 0;         ///< the first of two adjacent children; 0 for a leaf

  bool is_leaf() const { return children == 0; }
};

/// The boxes in the builder's order, what stood where before, and the nodes, root first.
struct BinaryTree {
  std::vector<LaneBox> boxes;
  std::vector<int> order;
  std::vector<BinaryNode> nodes;
};

/// Builds a hierarchy over finite boxes, splitting where the surface-area heuristic (MacDonald &
/// Booth 1990) is least: over bins (Wald 2007) while there are many, else over every place that
/// leaves the first child whole leaves of four. Of more than about a thousand, clusters of
/// neighbours are found first (box_clusters.h): one tree over them, and one within each. No leaf is
/// deeper than 80.
BinaryTree build_tree(std::vector<LaneBox> boxes);

}  // namespace condyle
