#pragma once

#include "core/src/collision/kernels/beam_gaps.h"

namespace condyle::CONDYLE_SIMD {

/// The lane with the least value among `lanes`.
CONDYLE_LANES int least_lane(const float (&values)[16], unsigned lanes) {
  int least = first_of(lanes);
  for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
    if (values[first_of(lanes)] < values[least]) least = first_of(lanes);
  return least;
}

/// A lower bound on the distance between the beam and everything below a pack, at most `nearest`.
/// Opens the nearest boxes first. A box that is farther away than its size is not opened: its own
/// distance counts.
inline float distance_below(const geometry::PackedTree& tree, int level, int pack, const Beam& beam,
                            float nearest) {
  const geometry::BoxPack& boxes = tree.level[level][pack];
  const Float16 gap = gaps(beam, boxes, nearest);
  unsigned lanes = up_to(gap, all(nearest));
  if (lanes == 0) return nearest;
  float gap_of[16], size_of[16];
  store(gap_of, gap);
  store(size_of, max(load(boxes.half[0]), max(load(boxes.half[1]), load(boxes.half[2]))));
  while (lanes != 0 && nearest > 0) {
    const int lane = least_lane(gap_of, lanes);
    if (gap_of[lane] >= nearest) break;
    lanes &= ~(1u << lane);
    if (gap_of[lane] > size_of[lane]) return gap_of[lane];
    if (level > 0) {
      nearest = distance_below(tree, level - 1, pack * 16 + lane, beam, nearest);
    } else {
      Float16 corners[9];
      const float found = least(gaps(beam, tree.leaves[pack * 16 + lane], nearest, corners));
      if (found < nearest) nearest = found;
    }
  }
  return nearest;
}

inline float distance(const geometry::PackedTree& tree, int level, const int* packs, int count,
                      const Beam& beam, float wanted) {
  for (int i = 0; i < count && wanted > 0; ++i)
    wanted = distance_below(tree, level, packs[i], beam, wanted);
  return wanted;
}

inline int near_packs(const geometry::PackedTree& tree, const Beam& beam, float margin, int* packs,
                      int room) {
  int waiting[16 * geometry::PackedTree::k_most_levels],
      levels[16 * geometry::PackedTree::k_most_levels], count = 0;
  int found = 0;
  waiting[count] = 0, levels[count++] = tree.levels - 1;
  while (count > 0) {
    const int pack = waiting[--count], level = levels[count];
    unsigned lanes = up_to(gaps(beam, tree.level[level][pack], margin), all(margin));
    if (lanes == 0) continue;
    if (level == 0) {
      if (found < room) packs[found] = pack;
      ++found;
      continue;
    }
    for (; lanes != 0; lanes &= lanes - 1) {
      waiting[count] = pack * 16 + first_of(lanes);
      levels[count++] = level - 1;
    }
  }
  return found;
}

}  // namespace condyle::CONDYLE_SIMD
