#pragma once

#include <span>

#include "condyle/solver/frozen_friction.h"

namespace condyle {

/// The triangles of one block at the end of the step, and by which force per area each presses.
struct Pressed {
  FrozenTriangle triangle[k_lanes];
  double rate[k_lanes];
  double start[k_lanes], end[k_lanes];  ///< of the way, where the mean force is taken: proximities
  double deepest[k_lanes];  ///< proximity at the end, or with the mean force the larger of both
  NormalSample sample[k_lanes];
  FrictionSample friction[k_lanes];  ///< by the user's law
  bool touches = false;              ///< any of them
};

inline bool is_touching(const FrozenBlock& block, int lane, const Pressed& pressed) {
  return block.area[lane] != 0 && pressed.deepest[lane] > 0;
}

// The user's laws, asked in one call for all triangles or points that touch. Throw SimulationError.

/// Fills the samples.
void press_by_user(std::span<const FrozenBlock> blocks, const FrozenLaw& law,
                   std::span<Pressed> pressed);

/// Fills friction of what is pressed.
void rub_by_user(std::span<const FrozenBlock> blocks, const FrozenLaw& law,
                 const RelativeMotion& motion, std::span<Pressed> pressed);

}  // namespace condyle
