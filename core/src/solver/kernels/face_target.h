#pragma once

#include "core/src/contact/law_lanes.h"
#include "core/src/solver/kernels/block_lanes.h"

namespace condyle::CONDYLE_SIMD {

CONDYLE_LANES void face_target(const FaceTask& task, LinearisedBlock& block, int at) {
  const double(&R)[3][3] = task.R_CT;
  const Vectors centroid = load(block.at, at), n = load(block.along, at),
                t = load(block.across, at);
  const Vectors hit = minus(centroid, load(block.proximity, at), n);
  const Vectors n_t{R[0][0] * t.x + R[0][1] * t.y + R[0][2] * t.z,
                    R[1][0] * t.x + R[1][1] * t.y + R[1][2] * t.z,
                    R[2][0] * t.x + R[2][1] * t.y + R[2][2] * t.z};
  const Doubles cosine = dot(n, n_t), inverse = 1.0 / bounded_cosine(cosine);
  const Vectors along = times(inverse, n_t), turn = cross(hit, along);
  store(block.gradient[0], at, turn.x);
  store(block.gradient[1], at, turn.y);
  store(block.gradient[2], at, turn.z);
  store(block.gradient[3], at, along.x);
  store(block.gradient[4], at, along.y);
  store(block.gradient[5], at, along.z);
  if (!task.follows_target) {
    store(block.rubs_at, at, centroid);
    store(block.across, at, n);
    store(block.cover, at, all<Doubles>(1.0));
    return;
  }
  store(block.at, at, hit);
  store(block.along, at, along);
  store(block.rubs_at, at, task.rubs_at_hit ? hit : centroid);
  store(block.across, at, n_t);
  store(block.cover, at, abs(inverse));
  const Doubles leaves = task.two_sided ? abs(cosine) : -cosine;
  store(block.area, at,
        select_below(leaves, all<Doubles>(k_least_cosine), Doubles{}, load(block.area, at)));
}

inline void face_target(const FaceTask& task) {
  for (int b = 0; b < task.count; ++b)
    for (int at = 0; at < k_lanes; at += k_step) face_target(task, task.blocks[b], at);
}

}  // namespace condyle::CONDYLE_SIMD
