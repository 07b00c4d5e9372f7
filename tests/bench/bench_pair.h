#pragma once

#include <memory>

#include "bench/pair_sequence.h"

namespace condyle::bench {

/// Registers, for one sequence, a benchmark per contender: a step each, along the motion.
void register_pair_benchmarks(std::shared_ptr<const PairSequence> sequence);

}  // namespace condyle::bench
