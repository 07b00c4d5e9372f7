#pragma once

#include <array>
#include <span>
#include <vector>

#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// Per triangle of a tree, in tree order, the triangle across each side (side k runs from corner k
/// to the next), or -1.
using TriangleLinks = std::vector<std::array<int, 3>>;

/// `neighbours`, by index in the mesh, as triangle_neighbours gives them. Links are made only where
/// both triangles run along the side in opposite directions between the very same positions:
/// whichever way one looks at them, no line passes between the two.
TriangleLinks link_triangles(const TriangleTree& tree,
                             std::span<const std::array<int, 3>> neighbours);

}  // namespace condyle
