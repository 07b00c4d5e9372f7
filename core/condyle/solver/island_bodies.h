#pragma once

#include "condyle/solver/island.h"

namespace condyle {

// The bodies of an island, from sub-step to sub-step.

/// The step begins, the first time or once more.
void restart_bodies(Island& island);

/// A sub-step of `h` [s] begins: the group has the bodies as they are then.
void load_bodies(Island& island, double h);

/// The sub-step of `h` [s] is done.
void move_bodies(Island& island, double h);

/// As if there were no contact in the sub-step of `h` [s].
StepMotion free_motion(const Island& island, const GroupEnd& end, double h);

}  // namespace condyle
