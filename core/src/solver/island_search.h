#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// The contact searches of an island in a sub-step of `h` [s], at the group's current velocities. A
// bool result says whether anything was searched again.

/// Whether the island keeps its motion as well as it can: if it conserves energy, or has few
/// bodies, which may have soft directions. It is then divided where contact changes much on the
/// way, which costs little. Large groups go by backward Euler in any case.
bool keeps_motion(const Island& island);

/// Searches all pairs and strands, on as many threads as the settings allow.
void find(Island& island, double h);

/// Searches pairs that touch at the start of the sub-step at its predicted end instead, if they
/// also touch there.
bool look_ahead(Island& island, double h);

/// Searches pairs again that have moved away from the pose of their search.
bool find_at_end(Island& island, double h);

/// Searches pairs again that have become too fast for their reach, or press harder than expected.
bool widen_reach(Island& island, double h);

/// What became of pairs that were found to touch only at the start of the sub-step.
enum class Leaving {
  none,      ///< none has since moved by more than its depth
  followed,  ///< those that have are near one another at the end, and are searched there from now
             ///< on
  lost,      ///< one that has is not, or few bodies are to keep their motion
};
Leaving leave_start(Island& island, double h);

}  // namespace condyle
