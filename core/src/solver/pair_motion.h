#pragma once

#include "core/src/solver/island.h"
#include "core/src/solver/pair_path.h"

namespace condyle {

// The relative motion of both sides of an island's pair, given by its index, in a sub-step of `h`
// [s].

/// Upper bound on the relative displacement [m] at the group's current velocities.
double travel(const Island& island, std::size_t pair, double h);
/// Upper bound on the relative displacement [m] for the motions C of the casting body and T of the
/// target body.
double travel(const Island& island, std::size_t pair, const StepMotion& C, const StepMotion& T,
              double h);

/// The path at the group's current velocities or, if `is_free`, without contact.
PairPath path(const Island& island, std::size_t pair, bool is_free, double h);

}  // namespace condyle
