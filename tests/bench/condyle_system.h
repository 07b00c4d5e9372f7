#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// All that a step of the pair yields: hits, pressure, wrench, stiffness, statistics, casting map.
std::unique_ptr<System> make_condyle(const PairCase& pair);

/// The same, shared by two threads.
std::unique_ptr<System> make_condyle_on_two_threads(const PairCase& pair);

/// The same, and then the target's map, which is made when asked for.
std::unique_ptr<System> make_condyle_with_map(const PairCase& pair);

/// The first on the analytic shape that the target's mesh stands for.
std::unique_ptr<System> make_condyle_on_shape(const PairCase& pair, const Shape& shape);

/// The search alone: which rays hit, where and how deep.
std::unique_ptr<System> make_condyle_find(const PairCase& pair);

}  // namespace condyle::bench
