#pragma once

#include "condyle/solver/island.h"
#include "condyle/solver/pair_path.h"

namespace condyle {

// How the sides of an island's pair, by its index, move relative to one another in a sub-step of
// `h` [s].

/// Bound of relative travel [m], as the group's velocities are.
double travel(const Island& island, std::size_t pair, double h);
/// The same by given motions.
double travel(const Island& island, std::size_t pair, const StepMotion& C, const StepMotion& T,
              double h);

/// As the group's velocities are, or freely: as if there were no contact.
PairPath path(const Island& island, std::size_t pair, bool is_free, double h);

}  // namespace condyle
