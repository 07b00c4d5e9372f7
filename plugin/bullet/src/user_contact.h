#pragma once

#include "plugin/bullet/src/registry.h"

namespace condyle::bullet {

/// Calls the pair's post-step function after a substep of `dt` [s]. Throws SimulationError.
void call_post_step(PairState& pair, Registry& registry, double dt);

}  // namespace condyle::bullet
