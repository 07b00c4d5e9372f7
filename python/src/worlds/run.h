#pragma once

#include <functional>
#include <vector>

#include "worlds/table.h"
#include "worlds/world.h"

namespace condyle::python {

/// Calls with the simulated time [s] and the time that it ends at.
using Told = std::function<void(double, double)>;

/// What a run gives. `is_complete` is false if the user pressed Ctrl-C.
struct Run {
  Table history;
  std::vector<Event> events;
  bool is_complete = true;
};

/// Settles the world if its scene asks for that, then makes steps and keeps their figures, as
/// `condyle simulate` does. Throws SimulationError.
Run run(SceneWorld& world, double seconds, double rate, const Told& tell);

}  // namespace condyle::python
