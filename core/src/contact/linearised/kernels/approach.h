#pragma once

#include "core/src/contact/linearised/kernels/block_lanes.h"

namespace condyle::CONDYLE_SIMD {

/// Change of a proximity per approach of the surfaces: large for a ray that grazes.
CONDYLE_LANES Doubles steepness(const LinearisedBlock& block, int at) {
  const Doubles x = load(block.gradient[3], at), y = load(block.gradient[4], at),
                z = load(block.gradient[5], at);
  return sqrt(x * x + y * y + z * z);
}

/// Rate at which proximities grow.
CONDYLE_LANES Doubles closing_rate(const ApproachTask& task, int b, int at) {
  const LinearisedBlock& block = task.blocks[b];
  Doubles rate = along_gradient(block, at, task.motion.angular, task.motion.linear);
  if (task.vertices != nullptr)
    for (int k = 0; k < 3; ++k)
      rate = rate + load(block.gradient[3 + k], at) * load(task.vertices[b].drift[k], at);
  return rate;
}

/// The larger of `largest` and the approach of triangles in contact at the end.
CONDYLE_LANES Doubles larger_approach(const ApproachTask& task, const LinearisedBlock& block,
                                      int at, const Doubles& closing, const Doubles& largest) {
  const Doubles none{}, least = all<Doubles>(task.touching_alone ? 0.0 : -1e300);
  const Doubles along = task.touching_alone ? none + 1 : steepness(block, at);
  Doubles approach = closing / (load(block.layers, at) * along);
  approach = select_below(none, proximity_at_end(block, at, task.motion), approach, largest);
  approach = select_below(none, load(block.area, at), approach, largest);
  approach = select_below(least, load(block.proximity, at), approach, largest);
  return select_below(largest, approach, approach, largest);
}

inline void find_approach(const ApproachTask& task, LaneApproaches& found) {
  const Doubles none{};
  for (int at = 0; at < k_lanes; at += k_step) {
    Doubles largest = none, area = none, sum = none;
    for (int b = 0; b < task.count; ++b) {
      const LinearisedBlock& block = task.blocks[b];
      const Doubles closing = task.dt * closing_rate(task, b, at);
      largest = larger_approach(task, block, at, closing, largest);
      const Doubles touches = load(block.proximity, at), its_area = load(block.area, at);
      area = area + select_below(none, touches, its_area, none);
      sum = sum + select_below(none, touches, its_area * closing / load(block.layers, at), none);
    }
    store(found.most, at, largest);
    store(found.area, at, area);
    store(found.area_times_approach, at, sum);
  }
}

}  // namespace condyle::CONDYLE_SIMD
