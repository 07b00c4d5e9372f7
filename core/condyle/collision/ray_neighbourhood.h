#pragma once

#include <span>

#include "condyle/collision/ray_prism.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// What the rays of a prism can meet now and for some motion to come.
struct Neighbourhood {
  double stretch = 1;
  double slack = -1;  ///< stretched motion after which something not listed may come within reach

  int count = 0;            ///< entries of the list
  bool is_crowded = false;  ///< more than the list holds: it is of no use
};

/// A leaf of the target tree and those of its triangles that matter.
struct ListedLeaf {
  int node = 0;
  unsigned lanes = 0;  ///< bit i: its triangle i
};

/// Lists what the tree has within the stretched distance `margin` of the prism.
Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target, float margin,
                          std::span<ListedLeaf> list);

/// The same out of a longer list.
Neighbourhood list_leaves(const RayPrism& prism, const TriangleTree& target,
                          std::span<const ListedLeaf> among, float margin,
                          std::span<ListedLeaf> list);

}  // namespace condyle
