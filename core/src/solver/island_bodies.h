#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// The motion of an island's bodies from sub-step to sub-step.

/// Whether any body of unequal moments of inertia turns by more than `angle` [rad] in the step.
bool any_turns(const Island& island, double angle);

/// Returns the bodies to the start of the step.
void restart_bodies(Island& island);

/// Starts a sub-step of `h` [s]: gives the group the bodies' current state.
void load_bodies(Island& island, double h);

/// Moves the bodies to the end of a solved sub-step of `h` [s].
void move_bodies(Island& island, double h);

/// The motion of a body in a sub-step of `h` [s] without contact.
StepMotion free_motion(const Island& island, const GroupEnd& end, double h);

}  // namespace condyle
