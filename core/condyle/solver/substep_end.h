#pragma once

#include "condyle/solver/engine_rows.h"
#include "condyle/solver/island.h"
#include "condyle/solver/work_done.h"

namespace condyle {

/// A sub-step of `h` [s] counts as it is solved: what was done in it is added up, and pairs,
/// strands and bodies go on from where it led.
void end_substep(Island& island, EngineRows& rows, double h, WorkDone& work);

}  // namespace condyle
