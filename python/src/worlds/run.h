#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "worlds/table.h"
#include "worlds/world.h"

namespace condyle::python {

/// Callback for progress, with the simulated time and the end time of the run [s].
using TimeProgress = std::function<void(double, double)>;

/// The results of a run. `is_complete` is false if the user pressed Ctrl-C.
struct Run {
  Table history;
  std::vector<Event> events;
  std::vector<std::string> warnings;  ///< those of `condyle simulate`, if the run was watched
  bool is_complete = true;
  std::exception_ptr error;  ///< the SimulationError that ended the run
};

/// What a run does besides recording figures.
struct RunOptions {
  TimeProgress progress;  ///< may be empty
  bool watch = true;      ///< looks at the start and at each step for what to warn of
};

/// Settles the world if its scene asks for that, then steps it and records the figures of each
/// step, as `condyle simulate` does.
Run run(SceneWorld& world, double seconds, double rate, const RunOptions& options);

}  // namespace condyle::python
