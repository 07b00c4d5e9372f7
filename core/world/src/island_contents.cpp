#include "core/world/src/island_contents.h"

#include <algorithm>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/user_call.h"

namespace condyle {

Island& begin_island(const SessionState& session, double dt, EngineRows& rows, IslandStep& step) {
  Island& island = step.begin(rows);
  island.settings = session.settings;
  island.is_motion = session.is_motion;
  island.time = session.time;
  island.dt = dt;
  island.follows_touch = session.events.listener != nullptr;
  return island;
}

void enter(SessionPair& pair, const GroupEnd& casting, const GroupEnd& target, Island& island) {
  pair.casting_side = side_of(pair.casting_collider);
  pair.target_side = side_of(pair.target_collider);
  pair.pair.set_threads(island.settings.threads);
  pair.pair.evaluator().set_look_ahead(island.is_motion);
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

bool must_be_here(std::span<SessionPair* const> pairs) {
  return std::ranges::any_of(pairs, [](const SessionPair* pair) {
    return pair->casting_collider.vertices || pair->target_collider.vertices ||
           has_user_function(pair->pair.settings());
  });
}

void finish_island(IslandStep& step, std::span<SessionStrand* const> strands,
                   IslandOutcome& outcome) {
  step.finish();
  outcome.count = step.count();
  outcome.work = step.work();
  outcome.events.assign(step.island().events.begin(), step.island().events.end());
  for (SessionStrand* strand : strands) put_report(*strand);
}

void take(const IslandOutcome& outcome, std::span<SessionPair* const> pairs,
          std::span<SessionStrand* const> strands, SessionState& session) {
  session.tally.add(outcome.count, pairs, strands);
  session.work += outcome.work;
  for (const TouchEvent& event : outcome.events) session.events.add(*pairs[event.pair], event);
}

}  // namespace condyle
