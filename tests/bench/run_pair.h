#pragma once

#include "bench/measurement.h"
#include "bench/pair_case.h"
#include "bench/runner.h"

namespace condyle::bench {

/// Who takes part beside Condyle, Embree and the floor.
struct PairPeers {
  bool gimpact = true;
  bool simbody = false;
};

/// Checks our results against brute force, then times all systems on the pair.
CaseReport run_pair(PairCase pair, const PairPeers& peers, const RunEffort& effort);

}  // namespace condyle::bench
