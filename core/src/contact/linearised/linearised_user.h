#pragma once

#include <span>

#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/linearised/linearised_friction.h"

namespace condyle {

/// The triangles of one block at the end of the step, and the normal force per area of each.
struct Pressed {
  LinearisedTriangle triangle[k_lanes];
  double rate[k_lanes];
  double depth[k_lanes];  ///< proximity at the end, less what the pair is held back by
  NormalSample sample[k_lanes];
  double softening[k_lanes];         ///< factor in the slopes of `sample` by which vertices yield
  FrictionSample friction[k_lanes];  ///< answers of the user's law
  bool touches = false;              ///< whether any triangle touches
};

inline bool is_touching(const LinearisedBlock& block, int lane, const Pressed& pressed) {
  return block.area[lane] != 0 && pressed.depth[lane] > 0;
}

// Users' laws, called once for all triangles or points that touch. They throw SimulationError.

/// Fills the samples of the normal force.
void press_by_user(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law,
                   std::span<Pressed> pressed);

/// Fills the samples of friction, after those of the normal force.
void rub_by_user(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law,
                 const RelativeMotion& motion, std::span<Pressed> pressed);

}  // namespace condyle
