#include "worlds/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"
#include "number_checks.h"

namespace condyle::python {
namespace {

constexpr double k_most_steps = 1e8;

long steps_of(double seconds, double rate) {
  if (!(rate >= k_least_rate && rate <= k_most_rate))
    throw InputError(fmt::format("rate must be {} to {} steps per second, not {}", k_least_rate,
                                 k_most_rate, rate));
  if (!(seconds > 0 && seconds * rate < k_most_steps))
    throw InputError(fmt::format("seconds must be above 0, and fewer than {} steps, not {}",
                                 k_most_steps, seconds));
  return std::max(1L, std::lround(seconds * rate));
}

bool settle(SceneWorld& world, double rate, Interrupts& interrupts) {
  while (!world.settling().is_over) {
    world.step(1 / rate);
    if (interrupts.pending()) return false;
  }
  return true;
}

}  // namespace

Run run(SceneWorld& world, double seconds, double rate, const Told& tell) {
  const long steps = steps_of(seconds, rate);
  Interrupts interrupts;
  Run made;
  made.is_complete = settle(world, rate, interrupts);
  for (long i = 1; i <= steps && made.is_complete; ++i) {
    world.step(1 / rate);
    // Summing the steps would show a rounding error in the last digits of the time.
    made.history.add(static_cast<double>(world.step_count()) / rate, figures_of(world));
    for (const WorldEvent& event : world.events()) made.events.push_back(event_of(world, event));
    if (tell) tell(world.time(), static_cast<double>(steps) / rate);
    if (interrupts.pending()) made.is_complete = false;
  }
  return made;
}

}  // namespace condyle::python
