#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

/// Compares what our system finds on a sample of `samples` steps, arrived at from the steps before,
/// with a reference without hierarchy or memory: every triangle that shares a cell of a grid with a
/// piece of the ray, and for some of the rays every triangle of the target. Contacts must be the
/// same, proximities bit for bit, the force to rounding. Throws BenchError where they differ.
void check_against_brute_force(const PairCase& pair, int samples);

}  // namespace condyle::bench
