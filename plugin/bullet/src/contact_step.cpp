#include "plugin/bullet/src/contact_step.h"

#include "core/src/solver/stopwatch.h"
#include "core/world/src/island_contents.h"

namespace condyle::bullet {

bool ContactStep::begin(const IslandData& data) {
  const Stopwatch stopwatch(session_.times.gather);
  if (!members_.begin(data)) return false;
  Island& island = begin_island(session_, data.info->m_timeStep, rows_.solver(), step_);
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
  finish_island(step_, members_.pairs, members_.strands, session_);
  const Stopwatch stopwatch(session_.times.publish);
  publish_bodies(step_.island(), members_, end_states_);
}

}  // namespace condyle::bullet
