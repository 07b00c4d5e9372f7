#pragma once

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/island.h"

namespace condyle {

/// Sets GroupBody::is_held: a body is held if it presses on a static or kinematic body, or if a
/// strand or a row of the engine ties it to one, directly or through others. The angular momentum
/// of such bodies is not theirs to keep. Call at the start of a step.
void find_held(Island& island, const EngineRows& rows);

/// Sets it also for bodies that come to touch such a body in the step's first sub-step of `h` [s],
/// as bodies do that are placed on a floor, whose contact has been searched for. Returns whether
/// there are any.
bool hold_touching(Island& island, const EngineRows& rows, double h);

}  // namespace condyle
