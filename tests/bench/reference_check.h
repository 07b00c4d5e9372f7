#pragma once

#include "bench/pair_case.h"

namespace condyle::bench {

/// Compares Condyle's results on `samples` steps, each reached from the steps before it, with a
/// reference without hierarchy or memory: every triangle that shares a grid cell with a piece of
/// the ray, and for some rays every triangle of the target. Contacts and proximities must be equal
/// to the bit, the force to rounding. Throws BenchError if they differ.
void check_against_brute_force(const PairCase& pair, int samples);

}  // namespace condyle::bench
