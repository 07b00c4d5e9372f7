#include "core/src/mesh/neighbour_lists.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace condyle::mesh {

NeighbourLists neighbour_lists(int count, std::vector<std::pair<int, int>> pairs) {
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  NeighbourLists lists;
  lists.first.assign(static_cast<std::size_t>(count) + 1, 0);
  lists.others.reserve(pairs.size());
  for (const auto& [item, neighbour] : pairs) {
    ++lists.first[item + 1];
    lists.others.push_back(neighbour);
  }
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  return lists;
}

}  // namespace condyle::mesh
