#include "core/world/src/box_pairs.h"

#include <algorithm>
#include <numeric>

namespace condyle {

void find_box_pairs(std::span<const Eigen::AlignedBox3d> boxes,
                    std::vector<std::pair<int, int>>& pairs) {
  std::vector<int> order(boxes.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int i) { return boxes[i].min().x(); });
  pairs.clear();
  std::vector<int> open;  // boxes that may reach the next ones
  for (const int i : order) {
    std::erase_if(open, [&](int j) { return boxes[j].max().x() < boxes[i].min().x(); });
    for (const int j : open)
      if (boxes[i].intersects(boxes[j])) pairs.emplace_back(std::min(i, j), std::max(i, j));
    open.push_back(i);
  }
  std::ranges::sort(pairs);
}

}  // namespace condyle
