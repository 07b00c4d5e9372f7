#pragma once

#include "core/src/collision/search_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// Dot product.
CONDYLE_LANES Float16 dot(const Float16 (&a)[3], const Float16 (&b)[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline void move(const BundleFrames& frames, float inward, float outward, const SmallMotion& motion,
                 BundleMotions& moved) {
  Float16 axes[3][3], center[3], half[3], turn[3][3], shift[3];
  for (int k = 0; k < 3; ++k) {
    center[k] = load(frames.center[k]);
    half[k] = load(frames.half[k]);
    for (int j = 0; j < 3; ++j) axes[k][j] = load(frames.axes[k][j]);
  }
  const auto turned = [&](const Float16(&v)[3], int i) {
    return all(motion.turn[i][0]) * v[0] + all(motion.turn[i][1]) * v[1] +
           all(motion.turn[i][2]) * v[2];
  };
  Float16 most = all(0.0f);
  for (int j = 0; j < 3; ++j) {
    const Float16 axis[3] = {turned(axes[j], 0), turned(axes[j], 1), turned(axes[j], 2)};
    for (int k = 0; k < 3; ++k) {
      turn[k][j] = dot(axes[k], axis);
      most = max(most, abs(turn[k][j]));
    }
  }
  const Float16 place[3] = {turned(center, 0) + all(motion.shift[0]),
                            turned(center, 1) + all(motion.shift[1]),
                            turned(center, 2) + all(motion.shift[2])};
  for (int k = 0; k < 3; ++k) shift[k] = dot(axes[k], place);

  // Bounds over the boxes of the origins and of the beams.
  const Float16 long_side = all(inward > outward ? inward : outward) + half[2];
  const Float16 middle = all((outward - inward) / 2);
  const Float16 extent[3] = {half[0] + load(frames.slope[0]) * long_side,
                             half[1] + load(frames.slope[1]) * long_side,
                             half[2] + all((outward + inward) / 2)};
  for (int k = 0; k < 3; ++k) {
    const Float16 x = abs(turn[k][0]), y = abs(turn[k][1]), z = abs(turn[k][2]);
    const Float16 error = all(motion.rounding);
    store(moved.origin[k], abs(shift[k]) + x * half[0] + y * half[1] + z * half[2] + error);
    store(moved.beam[k], abs(shift[k] + turn[k][2] * middle) + x * extent[0] + y * extent[1] +
                             z * extent[2] + error);
    store(moved.shift[k], shift[k]);
    for (int j = 0; j < 3; ++j) store(moved.turn[k][j], turn[k][j]);
  }
  store(moved.most_turn, most);
}

}  // namespace condyle::CONDYLE_SIMD
