#pragma once

#include "condyle/solver/kernels/lane_vectors.h"

namespace condyle::CONDYLE_SIMD {

/// Change of a proximity over the approach of its surfaces: large for a ray that grazes.
CONDYLE_LANES Doubles steepness(const FrozenBlock& block, int at) {
  const Doubles x = load(block.gradient[3], at), y = load(block.gradient[4], at),
                z = load(block.gradient[5], at);
  return sqrt(x * x + y * y + z * z);
}

CONDYLE_LANES Doubles larger_approach(const ApproachTask& task, int b, int at,
                                      const Doubles& largest) {
  const PlainMotion& m = task.motion;
  const FrozenBlock& block = task.blocks[b];
  const Doubles none{}, least = all<Doubles>(task.touching_alone ? 0.0 : -1e300);
  Doubles rate = along_gradient(block, at, m.angular, m.linear);
  if (task.yields != nullptr)
    for (int k = 0; k < 3; ++k)
      rate = rate + load(block.gradient[3 + k], at) * load(task.yields[b].drift[k], at);
  const Doubles along = task.touching_alone ? none + 1 : steepness(block, at);
  Doubles approach = task.dt * rate / (load(block.layers, at) * along);
  approach = select_below(none, proximity_at_end(block, at, m), approach, largest);
  approach = select_below(none, load(block.area, at), approach, largest);
  approach = select_below(least, load(block.proximity, at), approach, largest);
  return select_below(largest, approach, approach, largest);
}

inline void find_approach(const ApproachTask& task, BlockRow& most) {
  for (int at = 0; at < k_lanes; at += k_step) {
    Doubles largest = load(most, at);
    for (int b = 0; b < task.count; ++b) largest = larger_approach(task, b, at, largest);
    store(most, at, largest);
  }
}

}  // namespace condyle::CONDYLE_SIMD
