#include "condyle/collision/tree_split.h"

#include <algorithm>

namespace condyle {

void improve(Split& best, int axis, std::span<const Bin> parts) {
  std::array<float, std::max(k_most_bins, k_few)> cost_above;
  LaneBox box;
  int count = 0;
  for (std::size_t i = parts.size(); i-- > 1;) {
    box.include(parts[i].box);
    count += parts[i].count;
    cost_above[i] = static_cast<float>(count) * (count > 0 ? box.half_area() : 0.0f);
  }
  const int all = count + parts[0].count;
  box = {};
  count = 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    box.include(parts[i - 1].box);
    count += parts[i - 1].count;
    if (count == 0 || count == all) continue;
    const float cost = static_cast<float>(count) * box.half_area() + cost_above[i];
    if (cost < best.cost) best = {axis, static_cast<int>(i), cost};
  }
}

}  // namespace condyle
