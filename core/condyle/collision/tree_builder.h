#pragma once

#include <span>
#include <vector>

#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// One node as it is built; its triangles and children as in TriangleTree::Node.
struct BuiltNode {
  BoundingBox box;
  int first = 0, last = 0;
  int children = 0;
};

/// Builds the nodes of a hierarchy over `boxes` top down, splitting where the surface-area
/// heuristic (MacDonald & Booth 1990) over 16 bins (Wald 2007) is least, and writes the order of
/// the boxes that its leaves refer to. Depth is bounded by TriangleTree::k_largest_depth.
std::vector<BuiltNode> build_tree(std::span<const BoundingBox> boxes, std::vector<int>& order);

}  // namespace condyle
