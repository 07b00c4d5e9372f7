#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// The contact searches of an island in a sub-step of `h` [s], at the group's current velocities. A
// bool result says whether anything was searched again.

/// Whether the island's motion is kept as exactly as possible: the island conserves energy, or has
/// so few bodies that they may have soft directions. The step is then divided where contact changes
/// much within it, which costs little. Large groups go by backward Euler in any case.
bool keeps_motion(const Island& island);

/// Searches all pairs and strands, on as many threads as the settings allow.
void find(Island& island, double h);

/// Searches pairs that touch at the start of the sub-step again at its predicted end. The search at
/// the end replaces the one at the start if they also touch there.
bool look_ahead(Island& island, double h);

/// Searches again all pairs that have moved away from the pose of their search.
bool find_at_end(Island& island, double h);

/// Searches again all pairs that have become too fast for their reach, or press harder than
/// expected.
bool widen_reach(Island& island, double h);

/// What became of pairs that were found to touch only at the start of the sub-step.
enum class Leaving {
  none,  ///< no such pair has since moved by more than its depth
  /// Pairs have moved farther, but are still near at the end, and are searched there from now on.
  followed,
  /// A pair has moved farther and is not near at the end, or the island's motion is to be kept
  /// (keeps_motion()).
  lost,
};
Leaving leave_start(Island& island, double h);

}  // namespace condyle
