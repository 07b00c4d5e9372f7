#pragma once

#include <functional>
#include <vector>

#include "worlds/table.h"
#include "worlds/world.h"

namespace condyle::python {

/// Callback for progress, with the simulated time and the end time of the run [s].
using Told = std::function<void(double, double)>;

/// The results of a run. `is_complete` is false if the user pressed Ctrl-C.
struct Run {
  Table history;
  std::vector<Event> events;
  bool is_complete = true;
};

/// Settles the world if its scene asks for that, then steps it and records the figures of each
/// step, as `condyle simulate` does. Throws SimulationError.
Run run(SceneWorld& world, double seconds, double rate, const Told& tell);

}  // namespace condyle::python
