#pragma once

#include "condyle/solver/island.h"

namespace condyle {

// What can be told of a sub-step of `h` [s] before it is made.

/// How many times finer than the present one sub-steps must be, as no triangle may approach by more
/// than a part of its layers: by the group's velocities as they are.
int finer_for_layers(const Island& island, double h);

/// The same where some pair that is apart comes to touch in a way that no ray of its start
/// foretells, as of bodies that come from the side, for rays go along normals, or that were let go.
/// Finer sub-steps find it in time.
int finer_to_meet(Island& island, double h);

/// Where a pair that is apart first touches, for a step that is divided there [s]; else 0.
double first_touch(Island& island, double h);

}  // namespace condyle
