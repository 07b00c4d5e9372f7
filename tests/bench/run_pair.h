#pragma once

#include "bench/measurement.h"
#include "bench/pair_case.h"
#include "bench/runner.h"

namespace condyle::bench {

/// The systems that take part in addition to Condyle, Embree and the floor.
struct PairPeers {
  bool gimpact = true;
  bool simbody = false;
};

/// Checks Condyle's results against brute force, then times all systems on the pair.
CaseReport run_pair(PairCase pair, const PairPeers& peers, const RunEffort& effort);

}  // namespace condyle::bench
