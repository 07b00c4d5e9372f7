#pragma once

#include <span>
#include <utility>
#include <vector>

namespace condyle::mesh {

/// Which items of a list are next to which: the neighbours of each, ascending, each once.
struct NeighbourLists {
  /// The neighbours of item i are others[first[i]] to others[first[i + 1] - 1].
  std::vector<int> first, others;

  std::span<const int> of(int item) const {
    return std::span(others).subspan(first[item], first[item + 1] - first[item]);
  }
};

/// The lists of `count` items from pairs (item, neighbour), in any order and as often as they come.
/// A pair counts one way only.
NeighbourLists neighbour_lists(int count, std::vector<std::pair<int, int>> pairs);

}  // namespace condyle::mesh
