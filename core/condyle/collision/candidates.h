#pragma once

// What of the target a cluster of rays may meet, as a list of nodes of its hierarchy. The list of a
// cluster is made from that of the cluster that it belongs to, so that the way down from the root
// is gone once for all rays (simultaneous descent of two hierarchies: Gottschalk, Lin & Manocha
// 1996).

#include <vector>

#include "condyle/collision/ray_prism.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// Appends to `list` what a prism may meet of the nodes [first, last) of the
/// list and below: leaves, and nodes no larger than `size` [m], not opened yet.
void narrow(const RayPrism& prism, const TriangleTree& target, float size, int first, int last,
            std::vector<int>& list);

/// The same, leaves alone: those that hold a triangle which may.
void narrow_to_leaves(const RayPrism& prism, const TriangleTree& target, int first, int last,
                      std::vector<int>& list);

}  // namespace condyle
