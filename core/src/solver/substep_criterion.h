#pragma once

#include "core/src/solver/island.h"

namespace condyle {

// Predictions for a sub-step of `h` [s] before it is solved.

/// How many times finer sub-steps must be so that triangles approach by no more than a fraction of
/// their layers at the group's current velocities (LinearisedContact::wanted_substeps).
int finer_for_layers(const Island& island, double h);

/// Time at which a pair that is apart first touches, if the step is divided there [s]; otherwise 0.
/// Each pair divides a step once: a joint or other contact may prevent a touch, which is then
/// foreseen again and again.
double first_touch(Island& island, double h);

/// Notes the pairs for which a sub-step of `h` [s] has ended at a first touch.
void note_stops(Island& island, double h);

}  // namespace condyle
