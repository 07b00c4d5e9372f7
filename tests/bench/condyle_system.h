#pragma once

#include "bench/pair_case.h"
#include "bench/system.h"

namespace condyle::bench {

/// A full evaluation of the pair: hits, pressure, wrench, stiffness, statistics, casting map.
std::unique_ptr<System> make_condyle(const PairCase& pair, const std::string& name = "condyle");

/// A full evaluation of the pair, shared by two threads.
std::unique_ptr<System> make_condyle_on_two_threads(const PairCase& pair);

/// A full evaluation of the pair, and then the target's map, which is made on demand.
std::unique_ptr<System> make_condyle_with_map(const PairCase& pair);

/// A full evaluation with the analytic shape that the target's mesh represents.
std::unique_ptr<System> make_condyle_on_shape(const PairCase& pair, const geometry::Shape& shape);

/// Only the search: which rays hit, where and how deep.
std::unique_ptr<System> make_condyle_find(const PairCase& pair,
                                          const std::string& name = "condyle find");

}  // namespace condyle::bench
