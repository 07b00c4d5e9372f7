#pragma once

#include <span>

#include "condyle/session/frozen_block.h"
#include "condyle/session/frozen_sums.h"

namespace condyle {

/// What happens to the frozen triangles over `dt` [s] at the constant velocity of `motion`, which
/// is that of the start; of those alone that are in contact at its end.
struct FrozenTravel {
  double approach_over_layers = 0;  ///< largest growth of proximity as part of the layers
  double deepest = 0;               ///< proximity at start or end [m]
  double slip = 0;                  ///< fastest, along the target [m/s]
  double rolling = 0;               ///< fastest spin across the target's normal [rad/s]
};
FrozenTravel find_travel(std::span<const FrozenBlock> blocks, const RelativeMotion& motion,
                         double dt);

/// Variance of the points where the rays of `count` triangles met the target [m^2], and of the
/// target's normals there.
struct FrozenSpread {
  double hits = 0, target_normals = 0;
};
FrozenSpread find_spread(std::span<const FrozenBlock> blocks, std::size_t count);

}  // namespace condyle
