#pragma once

#include <cstddef>

#include "core/src/solver/island.h"

namespace condyle {

/// Kinetic energy [J] of the motion of a pair's bodies relative to one another: that of their
/// centres, with the mass m1 m2 / (m1 + m2), and of their turning. At their velocities at the start
/// of the sub-step or, if `is_free`, before contact.
double kinetic_energy(const Group& group, const GroupPair& pair, bool is_free);

/// Energy [J] that a pair may give in a sub-step.
double available_energy(const Island& island, std::size_t pair);

/// Holds back a pair that was held back in the last sub-step, after its search.
void hold_back_as_before(Island& island, std::size_t pair);

}  // namespace condyle
