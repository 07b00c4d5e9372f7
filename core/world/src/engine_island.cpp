#include <algorithm>
#include <vector>

#include "core/world/src/engine_session.h"

namespace condyle {
namespace {

/// Enters an island of a session in the solver's island.
class IslandGathering {
 public:
  IslandGathering(EngineSession& session, const SessionIsland& members, double dt)
      : session_(session),
        members_(members),
        dt_(dt),
        island_(session.island_step.begin(session.rows.solver())) {
    island_.settings = session.settings;
    island_.time = session.time;
    island_.dt = dt;
    island_.follows_touch = session.events.listener != nullptr;
  }

  /// Enters the bodies, those on which pairs or strands act first, then pairs, strands and rows.
  void gather(std::span<JointRow> joints) {
    for (const SessionPair* pair : members_.pairs) {
      enter(pair->casting_collider.body, false);
      enter(pair->target_collider.body, false);
    }
    for (const SessionStrand* strand : members_.strands)
      for (const int body : strand->bodies) enter(body, false);
    for (const int body : members_.bodies) enter(body, true);
    for (SessionPair* pair : members_.pairs) enter(*pair);
    for (SessionStrand* strand : members_.strands) enter(*strand);
    session_.rows.gather(joints, members_.rows, session_.states, session_.place, island_.solver);
  }

  void publish() {
    session_.tally.add(session_.island_step.count(), members_.pairs, members_.strands);
    session_.work += session_.island_step.work();
    // Rows of a divided step have told the work of each sub-step.
    if (!island_.division.is_divided) add(session_.rows.solver().work_of_substep(), session_.work);
    for (const int body : members_.bodies)
      session_.ends[body] = island_.movers[session_.place[body]];
    for (const TouchEvent& event : island_.events)
      session_.events.add(*members_.pairs[event.pair], event);
    for (SessionStrand* strand : members_.strands) put_report(*strand);
  }

 private:
  void enter(int body, bool is_joined) {
    if (!session_.is_moved(body) || session_.place[body] >= 0) return;
    const BodyState& state = session_.states[body];
    Mover mover;
    mover.X_WB_start = state.X_WB;
    mover.inverse_mass.setConstant(state.inverse_mass);
    mover.inverse_inertia = state.inverse_inertia_W;
    mover.start_velocity = joined(state.velocity);
    mover.external = joined(state.by_forces);
    session_.place[body] = (is_joined ? island_.add_joined(mover) : island_.add(mover)).body;
  }

  GroupEnd end_of(int body) {
    GroupEnd end;
    if (session_.is_moved(body)) {
      end.body = session_.place[body];
      return end;
    }
    // An island touches few of them.
    const auto found = std::ranges::find(given_, body);
    if (found != given_.end()) {
      end.given = static_cast<int>(found - given_.begin());
      return end;
    }
    given_.push_back(body);
    GivenBody given;
    given.velocity = session_.states[body].velocity;
    given.X_WB_given = session_.states[body].X_WB;
    given.time_left = -dt_;  // it is there at the start of the step
    return island_.add(given);
  }

  void enter(SessionPair& pair) {
    pair.casting_side = side_of(pair.casting_collider);
    pair.target_side = side_of(pair.target_collider);
    pair.pair.set_threads(session_.settings.threads);
    const GroupEnd casting = end_of(pair.casting_collider.body);
    island_.add(pair, casting, end_of(pair.target_collider.body));
  }

  void enter(SessionStrand& strand) {
    strand.ends.clear();
    strand.X_WB.clear();
    for (const int body : strand.bodies) {
      strand.ends.push_back(end_of(body));
      strand.X_WB.push_back(session_.states[body].X_WB);
    }
    if (strand.energy < 0) strand.energy = strand.energy_before = energy_at(strand, strand.X_WB);
    island_.add(strand);
  }

  EngineSession& session_;
  const SessionIsland& members_;
  double dt_;
  Island& island_;
  std::vector<int> given_;  ///< bodies without mass, parallel to the island's given bodies
};

}  // namespace

void solve_island(EngineSession& session, const SessionIsland& members, double dt,
                  std::span<JointRow> joints) {
  IslandGathering gathering(session, members, dt);
  gathering.gather(joints);
  session.island_step.solve();
  session.island_step.correct();
  session.island_step.finish();
  gathering.publish();
}

}  // namespace condyle
