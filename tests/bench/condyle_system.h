#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// All that a step of the pair yields: hits, pressure, wrench, stiffness, statistics, both maps.
std::unique_ptr<System> make_condyle(const PairCase& pair);

/// The search alone: which rays hit, where and how deep.
std::unique_ptr<System> make_condyle_find(const PairCase& pair);

}  // namespace condyle::bench
