#include "core/world/src/island_contents.h"

#include "core/src/solver/stopwatch.h"

namespace condyle {

Island& begin_island(const SessionState& session, double dt, EngineRows& rows, IslandStep& step) {
  Island& island = step.begin(rows);
  island.settings = session.settings;
  island.time = session.time;
  island.dt = dt;
  island.follows_touch = session.events.listener != nullptr;
  return island;
}

void enter(SessionPair& pair, const GroupEnd& casting, const GroupEnd& target, Island& island) {
  pair.casting_side = side_of(pair.casting_collider);
  pair.target_side = side_of(pair.target_collider);
  pair.pair.set_threads(island.settings.threads);
  island.add(pair, casting, target);
}

void begin_entering(SessionStrand& strand) {
  strand.ends.clear();
  strand.X_WB.clear();
}

void add_body(const GroupEnd& end, const Pose& X_WB, SessionStrand& strand) {
  strand.ends.push_back(end);
  strand.X_WB.push_back(X_WB);
}

void enter(SessionStrand& strand, Island& island) {
  if (strand.energy < 0) strand.energy = strand.energy_before = energy_at(strand, strand.X_WB);
  island.add(strand);
}

void finish_island(IslandStep& step, std::span<SessionPair* const> pairs,
                   std::span<SessionStrand* const> strands, SessionState& session) {
  step.finish();
  session.tally.add(step.count(), pairs, strands);
  session.work += step.work();
  const Stopwatch stopwatch(session.times.publish);
  for (SessionStrand* strand : strands) put_report(*strand);
  for (const TouchEvent& event : step.island().events)
    session.events.add(*pairs[event.pair], event);
}

}  // namespace condyle
