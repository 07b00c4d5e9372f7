#include "plugin/bullet/src/contact_step.h"

#include "core/src/solver/stopwatch.h"

namespace condyle::bullet {

bool ContactStep::begin(const IslandData& data) {
  const Stopwatch stopwatch(session_.times.gather);
  if (!members_.begin(data)) return false;
  Island& island = step_.begin(rows_.solver());
  island.settings = session_.settings;
  island.time = session_.time;
  island.follows_touch = session_.events.listener != nullptr;
  gather_island(data, bodies_, tracks_, members_, island);
  rows_.gather(data.rows, *data.bodies, members_.place, island.solver, data.info->m_sor,
               data.info->m_numIterations);
  return true;
}

void ContactStep::solve() {
  step_.solve();
  rows_.solver().keep_impulses = step_.island().division.is_divided;
}

Outcome ContactStep::correct() {
  const Outcome outcome = step_.correct();
  rows_.solver().keep_impulses = step_.island().division.is_divided;
  return outcome;
}

void ContactStep::finish() {
  step_.finish();
  session_.tally.add(step_.count(), members_.pairs, members_.strands);
  session_.work += step_.work();
  const Stopwatch stopwatch(session_.times.publish);
  publish_island(step_.island(), members_, end_states_, session_.events);
}

}  // namespace condyle::bullet
