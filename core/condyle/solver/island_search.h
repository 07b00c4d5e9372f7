#pragma once

#include "condyle/solver/island.h"
#include "condyle/threads/workers.h"

namespace condyle {

// Where all contact of an island is found in a sub-step of `h` [s], by the group's velocities as
// they are. What returns a bool returns whether anything was found anew.

/// All pairs and strands, on as many threads as the settings say.
void find(Island& island, Workers& workers, double h);

/// What touches at the start of the sub-step where it is to be, if it touches there too.
bool look_ahead(Island& island, double h);

/// What has moved on from where it was found.
bool find_at_end(Island& island, double h);

/// What has come to be faster than its reach bears.
bool widen_reach(Island& island, double h);

/// Whether some pair presses where it touched at the start alone, and has since moved by more than
/// it is deep.
bool has_left_start(const Island& island);

}  // namespace condyle
