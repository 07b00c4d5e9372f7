#pragma once

#include "condyle/solver/island.h"

namespace condyle {

// How an island's vertices that yield share in what presses on them.

/// When all pairs are frozen for a sub-step of `h` [s]: how many triangles share the mass of each.
void set_yields(Island& island, double h);

/// What the pair's triangles hand to the vertices in a sub-step of `h` [s]. The engine moves
/// vertices from where they stand at the start of the step, so there the impulses have their
/// moments.
void push_vertices(const PairStep& pair, double h);

}  // namespace condyle
