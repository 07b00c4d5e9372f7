#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// The effect of contact on an island's vertices that yield.

/// Sets how many triangles share the mass of each vertex, once all pairs are linearised for a
/// sub-step of `h` [s].
void set_compliances(Island& island, double h);

/// Passes the impulses of the pair's triangles in a sub-step of `h` [s] on to the vertices. The
/// engine moves vertices from their positions at the start of the step, so the impulses have their
/// moments there.
void push_vertices(const PairStep& pair, double h);

}  // namespace condyle
