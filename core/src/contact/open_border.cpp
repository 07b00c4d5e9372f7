#include "core/src/contact/open_border.h"

#include <algorithm>
#include <array>

namespace condyle {
namespace {

bool has_open_side(const std::array<int, 3>& neighbours) {
  return neighbours[0] < 0 || neighbours[1] < 0 || neighbours[2] < 0;
}

}  // namespace

OpenBorder::OpenBorder(const ContactSurface& surface) {
  if (surface.shape() != nullptr) return;
  if (std::ranges::none_of(surface.neighbours(), has_open_side)) return;
  steps_.assign(static_cast<std::size_t>(surface.element_count()), k_furthest + 1);
  if (surface.casts_from_nodes()) {
    mark_nodes(surface);
  } else {
    count_steps(surface);
  }
}

void OpenBorder::count_steps(const ContactSurface& surface) {
  const auto neighbours = surface.neighbours();
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

void OpenBorder::mark_nodes(const ContactSurface& surface) {
  for (int t = 0; t < surface.triangle_count(); ++t) {
    const std::array<int, 3>& nodes = surface.nodes_of_triangles()[t];
    for (std::size_t side = 0; side < 3; ++side) {
      if (surface.neighbours()[t][side] >= 0) continue;
      for (const int node : {nodes[side], nodes[(side + 1) % 3]})
        if (node >= 0) steps_[node] = 0;
    }
  }
}

}  // namespace condyle
