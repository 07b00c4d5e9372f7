#pragma once

#include <span>
#include <utility>
#include <vector>

namespace condyle::mesh {

/// The neighbours of each item of a list, ascending and without duplicates.
struct NeighbourLists {
  /// The neighbours of item i are others[first[i]] to others[first[i + 1] - 1].
  std::vector<int> first, others;

  std::span<const int> of(int item) const {
    return std::span(others).subspan(first[item], first[item + 1] - first[item]);
  }
};

/// The lists of `count` items from pairs (item, neighbour), in any order; pairs may repeat. A pair
/// does not make the item a neighbour of its neighbour.
NeighbourLists neighbour_lists(int count, std::vector<std::pair<int, int>> pairs);

}  // namespace condyle::mesh
