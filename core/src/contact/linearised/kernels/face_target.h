#pragma once

#include "core/src/contact/linearised/kernels/block_lanes.h"
#include "core/src/contact/linearised/kernels/triangle_forces.h"

namespace condyle::CONDYLE_SIMD {

CONDYLE_LANES void report_place(const FaceTask& task, int b, int at) {
  const LinearisedBlock& block = task.blocks[b];
  const auto [contacts, to] = reported_lanes(task.reported, b, at);
  store(contacts.area + to, load(block.area, at));
  store(contacts.proximity + to, load(block.proximity, at));
  store(contacts.centroid.column, to, load(block.at, at));
}

CONDYLE_LANES void put_gradient(const Meeting& met, LinearisedBlock& block, int at) {
  store(block.gradient[0], at, met.turn.x);
  store(block.gradient[1], at, met.turn.y);
  store(block.gradient[2], at, met.turn.z);
  store(block.gradient[3], at, met.along.x);
  store(block.gradient[4], at, met.along.y);
  store(block.gradient[5], at, met.along.z);
}

CONDYLE_LANES void rub_casting(const Vectors& centroid, const Vectors& n, LinearisedBlock& block,
                               int at) {
  store(block.rubs_at, at, centroid);
  store(block.across, at, n);
  store(block.cover, at, all<Doubles>(1.0));
}

CONDYLE_LANES void press_target(const Meeting& met, LinearisedBlock& block, int at) {
  const Doubles none{};
  store(block.at, at, met.hit);
  store(block.along, at, met.along);
  store(block.area, at, select_below(none, met.cover, load(block.area, at), none));
}

CONDYLE_LANES void rub_target(const Meeting& met, const Vectors& rubs_at, LinearisedBlock& block,
                              int at) {
  store(block.rubs_at, at, rubs_at);
  store(block.across, at, met.normal);
  store(block.cover, at, met.cover);
}

CONDYLE_LANES void face_target(const FaceTask& task, int b, int at) {
  LinearisedBlock& block = task.blocks[b];
  const Vectors centroid = load(block.at, at), n = load(block.along, at);
  const Doubles proximity = load(block.proximity, at);
  store(block.proximity_at_end, at, proximity);
  if (task.reported != nullptr) report_place(task, b, at);
  if (task.follows_target || task.wants_gradient) {
    const Meeting met =
        meet(task.R_CT, task.two_sided, centroid, proximity, n, load(block.across, at));
    if (task.wants_gradient) put_gradient(met, block, at);
    if (task.follows_target) {
      press_target(met, block, at);
      if (task.rubs) rub_target(met, task.rubs_at_hit ? met.hit : centroid, block, at);
      return;
    }
  }
  if (task.rubs) rub_casting(centroid, n, block, at);
}

inline void face_target(const FaceTask& task) {
  for (int b = 0; b < task.count; ++b)
    for (int at = 0; at < k_lanes; at += k_step) face_target(task, b, at);
}

}  // namespace condyle::CONDYLE_SIMD
