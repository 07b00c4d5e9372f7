#pragma once

#include <span>
#include <vector>

#include "condyle/collision/bounding_box.h"

namespace condyle {

/// A node with two children, as the builder makes it.
struct BinaryNode {
  BoundingBox box;
  int first = 0, last = 0;  ///< its boxes, [first, last) in the builder's order
  int children = 0;         ///< the first of two adjacent children; 0 for a leaf

  bool is_leaf() const { return children == 0; }
};

/// Builds a hierarchy over `boxes` top down, splitting where the surface-area heuristic (MacDonald
/// & Booth 1990) is least: over bins (Wald 2007) while there are many, else over every place that
/// leaves the first child whole leaves of four. Writes the order of the boxes that the nodes refer
/// to. No leaf is deeper than 80.
std::vector<BinaryNode> build_tree(std::span<const BoundingBox> boxes, std::vector<int>& order);

}  // namespace condyle
