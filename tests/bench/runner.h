#pragma once

#include "bench/measurement.h"
#include "bench/system.h"

namespace condyle::bench {

/// The effort of a measurement.
struct RunEffort {
  double seconds_per_system = 2;  ///< approximate timed work per system in one case [s]
  int most_passes = 12;           ///< passes over the case's steps
  int checked_steps = 4;          ///< steps checked against brute force
  int sampled_outcomes = 8;       ///< steps that give the means of contacts and forces in the table
  bool quick = false;

  static RunEffort full() { return {}; }
  static RunEffort fast() { return {0.2, 3, 2, 4, true}; }
};

/// Times every system on the same `steps` steps, repeatedly. The systems take turns in blocks of
/// consecutive steps: short enough that a busy moment of the machine affects all of them, long
/// enough that each runs with its own data in the caches, as in a simulation. A system that is too
/// slow for all steps gets every n-th step, or every n-th block if it has a memory. For a system
/// with a memory, a step that does not follow its neighbour, such as the first, is run but not
/// counted.
std::vector<Measurement> run_interleaved(Systems& systems, std::size_t steps,
                                         const RunEffort& effort);

}  // namespace condyle::bench
