#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// Every casting triangle's ray through Embree, each step: transformed into the target's frame, in
/// spatially coherent packets, no farther than max_proximity; then the facing rule on the nearest
/// hit. Packets of 4, 8 or 16, whichever is fastest on some of this case's poses. What an engineer
/// who has Embree would write; pressure and sums would come on top of it.
std::unique_ptr<System> make_embree(const PairCase& pair);

/// The same with a memory: each ray first meets the triangle that it hit in the last step, and is
/// then traced no farther than that.
std::unique_ptr<System> make_embree_hint(const PairCase& pair);

}  // namespace condyle::bench
