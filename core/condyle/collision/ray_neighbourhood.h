#pragma once

#include <span>

#include "condyle/collision/ray_prism.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// What the rays of a prism can meet now and for some motion to come.
struct Neighbourhood {
  /// Motion after which something not listed may come within reach [m], motion along the rays
  /// counting `stretch` times.
  double slack = -1;
  double stretch = 1;
  int count = 0;            ///< entries of the list
  bool is_crowded = false;  ///< more than the list holds: it is of no use
};

/// Lists the leaves of the tree within `margin` of the prism.
Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target, float margin,
                          std::span<int> leaves);

/// Lists the triangles (their places in the tree) of the given leaves within `margin` of the prism.
Neighbourhood list_triangles(const RayPrism& prism, const TriangleTree& target,
                             std::span<const int> leaves, float margin, std::span<int> triangles);

}  // namespace condyle
