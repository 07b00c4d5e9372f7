#pragma once

#include "core/src/collision/search_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

/// Subtracts displacement() (motion_bound.h) of sixteen balls from their remaining distances.
inline unsigned subtract(Siblings& children, const MeshMotion& motion) {
  unsigned awake = 0;
  for (int first = 0; first < 16; first += 8) {
    Double8 center[3], squared = all(0.0);
    for (int k = 0; k < 3; ++k) center[k] = load(children.center[k] + first);
    for (int k = 0; k < 3; ++k) {
      const Double8 displacement = center[0] * all(motion.turn[k][0]) +
                                   center[1] * all(motion.turn[k][1]) +
                                   center[2] * all(motion.turn[k][2]) + all(motion.shift[k]);
      squared = squared + displacement * displacement;
    }
    const Double8 moved = sqrt(squared) + load(children.radius + first) * all(motion.turn_norm) +
                          all(motion.rounding);
    const Double8 left = load(children.left + first) - moved;
    store(children.left + first, left);
    awake |= sign_bits(left) << first;
  }
  return awake;
}

}  // namespace condyle::CONDYLE_SIMD
