#pragma once

#include "condyle/bullet/registry.h"

namespace condyle::bullet {

/// Tells the pair's post-step function of the substep of `dt` [s] that has just been made. Throws
/// SimulationError.
void tell_post_step(PairState& pair, Registry& registry, double dt);

}  // namespace condyle::bullet
