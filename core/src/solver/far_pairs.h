#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// In an island of many bodies most pairs of a long step are too far apart to touch in one of its
// sub-steps. Such pairs are set aside: the sub-step then runs over the others alone, which gives
// the same result.

/// Sets those pairs aside that cannot touch in a sub-step of `h` [s] at the velocities at its start
/// or without contact, and brings back those that can. Call when the bodies are loaded. Pairs keep
/// their order.
void set_far_pairs_aside(Island& island, double h);

/// Brings back the pairs that may touch at the velocities solved so far, to be searched.
void bring_near_pairs_back(Island& island, double h);

/// Brings all pairs back, for a new start of the step or for its end. Those that were set aside
/// have no contact at the present poses of their bodies.
void bring_all_pairs_back(Island& island);

}  // namespace condyle
