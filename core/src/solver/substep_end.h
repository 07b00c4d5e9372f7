#pragma once

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/island.h"
#include "core/src/solver/work_done.h"

namespace condyle {

/// Completes a solved sub-step of `h` [s]: adds up its work and takes pairs, strands and bodies to
/// its end. `from_nothing`: energy that bodies were given because passes found no balance [J].
void end_substep(Island& island, EngineRows& rows, double h, double from_nothing, WorkDone& work);

}  // namespace condyle
