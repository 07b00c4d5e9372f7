#pragma once

#include "condyle/solver/island.h"

namespace condyle {

// Where an island's pair, by its index, is found and frozen for a sub-step.

/// Gaps that no triangle may close in one sub-step [m]: those wider need not be known.
double reach_limit(const PairStep& pair);

/// The next step of a fixed ladder of reaches, halves of the limit: what a pair's search remembers
/// holds for one window, so that must not change with every small change of speed. Where `limited`
/// no more than the limit.
double reach_for(const PairStep& pair, double gap, bool limited);

/// Finds and freezes the pair with its present reach: as it stands at the start of the sub-step, or
/// where the group's velocities lead.
void find_hits(Island& island, std::size_t pair, bool at_end);

/// Finds it where the velocities lead. Where nothing touches there, as beyond the window, what was
/// met on the way counts.
void find_hits_at_end(Island& island, std::size_t pair);

}  // namespace condyle
