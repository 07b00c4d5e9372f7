#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// Searches an island's pair, given by its index, and linearises it for a sub-step.

/// The largest gap that a triangle may close in one sub-step [m]; wider gaps need not be known.
double reach_limit(const PairStep& pair);

/// The reach for a gap [m], from a fixed ladder: the limit times powers of two. A pair's search
/// keeps lists that are valid for one window, so the window must not change with every small change
/// of speed. An elastic layer's search has a ladder of its own, so its reach is the gap, or the
/// least reach if the gap is smaller. If `limited`, the reach is at most the limit.
double reach_for(const PairStep& pair, double gap, bool limited);

/// Searches and linearises the pair with its present reach, at the start of the sub-step or, if
/// `at_end`, at the pose to which the group's velocities lead.
void find_hits(Island& island, std::size_t pair, bool at_end);

/// Searches the pair at X_CT_found within its reach, and sets its hits and its linearised_reach.
/// For the same pose and reach it always finds the same hits in the same order.
void search_where_found(PairStep& pair);

/// Searches the pair at the pose to which the group's velocities lead. If nothing touches there,
/// for example beyond the window, searches it at the start of the sub-step instead.
void find_hits_at_end(Island& island, std::size_t pair);

/// Searches the pair at the pose to which the group's velocities lead. If triangles touch there or
/// have a gap that may close, searches at the end are used from now to the end of the sub-step even
/// if nothing touches there: gaps that may close are linearised with what touches, and keep bodies
/// apart. Returns false if there are no such triangles.
bool follow_to_end(Island& island, std::size_t pair);

}  // namespace condyle
