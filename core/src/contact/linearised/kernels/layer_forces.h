#pragma once

#include "core/src/contact/linearised/kernels/force_sums.h"

namespace condyle::CONDYLE_SIMD {

inline bool place(const SumTask& task) {
  const Doubles none{};
  bool touches = false;
  for (int b = 0; b < task.count; ++b) {
    LinearisedBlock& block = task.blocks[b];
    for (int at = 0; at < k_lanes; at += k_step) {
      const Doubles end = proximity_at_end(block, at, task.motion);
      store(block.proximity_at_end, at, end);
      store(block.pressure, at, none);
      store(block.traction, at, {none, none, none});
      if (touches) continue;
      const Doubles depth = end - load(block.depth_held_back, at);
      touches = any_below(none, select_below(none, load(block.area, at), depth, none));
    }
  }
  return touches;
}

inline void rub_pressed(const SumTask& task, LaneSums& sums) {
  for (int b = 0; b < task.count; ++b) {
    LinearisedBlock& block = task.blocks[b];
    for (int at = 0; at < k_lanes; at += k_step) {
      Forces f{};
      f.pressure = f.depth = load(block.pressure, at);
      if (!any_below(Doubles{}, f.pressure)) continue;
      if (!sums.touch) begin(task, sums);
      f.force = f.pressure * load(block.area, at);
      rub(task, b, at, f);
      if (task.reported != nullptr) report_friction(task, b, at, f);
      add(sums.wrench, at, wrenches(f.rubs_at, times(f.force * f.secant, f.slip)).part);
      if (task.wants_slopes) add_slip_slope(task, at, f, sums);
    }
  }
}

}  // namespace condyle::CONDYLE_SIMD
