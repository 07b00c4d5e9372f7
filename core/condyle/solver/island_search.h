#pragma once

#include "condyle/solver/island.h"

namespace condyle {

// The contact searches of an island in a sub-step of `h` [s], at the group's current velocities. A
// bool result says whether anything was searched again.

/// Searches all pairs and strands, on as many threads as the settings allow.
void find(Island& island, double h);

/// Searches pairs that touch at the start of the sub-step at its predicted end instead, if they
/// also touch there.
bool look_ahead(Island& island, double h);

/// Searches pairs again that have moved away from the pose of their search.
bool find_at_end(Island& island, double h);

/// Searches pairs again that have become too fast for their reach.
bool widen_reach(Island& island, double h);

/// Whether a pair that was found to touch only at the start of the sub-step has since moved by more
/// than its depth.
bool has_left_start(const Island& island);

}  // namespace condyle
