#pragma once

#include "condyle/collision/tree_split.h"

namespace condyle {

/// Some of a node's boxes, with their numbers and the range of twice their centres.
struct BoxRange {
  const LaneBox* boxes = nullptr;
  const int* order = nullptr;
  int count = 0;
  Lanes4 low, high;
};

/// Writes `node` of a tree and all below it over at most k_few boxes, and these boxes and their
/// numbers from place `first` on, where they may have come from. They are sorted once along two
/// axes, and split into parts of those orders down to leaves of `leaf_size`, every place that
/// leaves the first part whole leaves being tried: no box is moved before its place is known.
void add_few(const BoxRange& range, int leaf_size, int first, int node, BinaryTree& tree);

}  // namespace condyle
