#pragma once

#include "core/src/contact/linearised/kernels/block_lanes.h"
#include "core/src/contact/linearised/kernels/triangle_forces.h"

namespace condyle::CONDYLE_SIMD {

CONDYLE_LANES void face_target(const FaceTask& task, LinearisedBlock& block, int at) {
  const Vectors centroid = load(block.at, at), n = load(block.along, at);
  const Meeting met = meet(task.R_CT, task.two_sided, centroid, load(block.proximity, at), n,
                           load(block.across, at));
  store(block.gradient[0], at, met.turn.x);
  store(block.gradient[1], at, met.turn.y);
  store(block.gradient[2], at, met.turn.z);
  store(block.gradient[3], at, met.along.x);
  store(block.gradient[4], at, met.along.y);
  store(block.gradient[5], at, met.along.z);
  if (!task.follows_target) {
    store(block.rubs_at, at, centroid);
    store(block.across, at, n);
    store(block.cover, at, all<Doubles>(1.0));
    return;
  }
  store(block.at, at, met.hit);
  store(block.along, at, met.along);
  store(block.rubs_at, at, task.rubs_at_hit ? met.hit : centroid);
  store(block.across, at, met.normal);
  store(block.cover, at, met.cover);
  const Doubles none{};
  store(block.area, at, select_below(none, met.cover, load(block.area, at), none));
}

inline void face_target(const FaceTask& task) {
  for (int b = 0; b < task.count; ++b)
    for (int at = 0; at < k_lanes; at += k_step) face_target(task, task.blocks[b], at);
}

}  // namespace condyle::CONDYLE_SIMD
