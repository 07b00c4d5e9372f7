#include "core/src/contact/open_border.h"

#include <algorithm>
#include <array>

namespace condyle {

OpenBorder::OpenBorder(const ContactSurface& surface) {
  if (surface.shape() != nullptr || surface.casts_from_nodes()) return;
  const auto neighbours = surface.neighbours();
  const auto has_open_side = [](const std::array<int, 3>& sides) {
    return sides[0] < 0 || sides[1] < 0 || sides[2] < 0;
  };
  if (std::ranges::none_of(neighbours, has_open_side)) return;
  steps_.assign(neighbours.size(), k_furthest + 1);
  std::vector<int> last, next;
  for (int t = 0; t < surface.triangle_count(); ++t) {
    if (!has_open_side(neighbours[t])) continue;
    steps_[t] = 0;
    last.push_back(t);
  }
  for (int step = 1; step <= k_furthest; ++step) {
    next.clear();
    for (const int t : last) {
      for (const int other : neighbours[t]) {
        if (other < 0 || steps_[other] <= step) continue;
        steps_[other] = static_cast<signed char>(step);
        next.push_back(other);
      }
    }
    last.swap(next);
  }
}

}  // namespace condyle
