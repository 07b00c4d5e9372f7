#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Traces every casting triangle's ray with Embree in each step: transformed into the target's
/// frame, in spatially coherent packets, up to max_proximity, with the facing rule on the nearest
/// hit. Packets have 4, 8 or 16 rays, whichever is fastest on some of the case's poses. This is the
/// code that an engineer would write with Embree; pressure and sums would come on top.
std::unique_ptr<System> make_embree(const PairCase& pair);

/// make_embree with a memory: each ray first tests the triangle that it hit in the last step, and
/// is then traced only up to that hit.
std::unique_ptr<System> make_embree_hint(const PairCase& pair);

}  // namespace condyle::bench
