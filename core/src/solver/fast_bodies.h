#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// Bodies that move so far in a (sub-)step of `h` [s] that they may pass one another unseen. They
// are looked for along their free paths.

/// How many times finer sub-steps must be if a pair that is apart comes to touch and no ray at the
/// start predicts it: the bodies come from the side, while rays run along normals, or were at rest
/// until they were released, so that the search did not reach that far. Finer sub-steps find such a
/// touch in time.
int finer_to_meet(Island& island, double h);

/// Time at which a pair first touches that moves so far that it may pass the other body unseen, or
/// at which triangles of a pair that touches already come as deep without having been pressed in
/// [s]; `h` if there is none. For sub-steps that cannot be finer.
double touch_of_fast(Island& island, double h);

/// Time at which the passes have led triangles through half of their layers at once [s]; `h` if
/// they have not.
double too_deep_after(Island& island, double h);

}  // namespace condyle
