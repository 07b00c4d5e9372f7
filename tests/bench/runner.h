#pragma once

#include "bench/measurement.h"
#include "bench/system.h"

namespace condyle::bench {

/// How long to measure.
struct RunEffort {
  double seconds_per_system = 2;  ///< of timed work, about, in one case
  int most_passes = 12;           ///< over the case's steps
  int checked_steps = 4;          ///< against brute force
  int sampled_outcomes = 8;       ///< steps whose contacts and forces make the table's means
  bool quick = false;

  static RunEffort full() { return {}; }
  static RunEffort fast() { return {0.2, 3, 2, 4, true}; }
};

/// Times every system on the same `steps` steps, over and over. They take turns in blocks of some
/// consecutive steps: close enough in time that a busy moment of the machine meets them all, long
/// enough that each runs with its own data in the caches, as it would in a simulation. A system too
/// slow for all steps gets every n-th; one that remembers, every n-th block. A step that does not
/// follow its neighbour, such as the first, is made but not counted for one that remembers.
std::vector<Measurement> run_interleaved(Systems& systems, std::size_t steps,
                                         const RunEffort& effort);

}  // namespace condyle::bench
