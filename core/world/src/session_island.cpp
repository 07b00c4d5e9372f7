#include <algorithm>
#include <vector>

#include "core/world/src/session_state.h"

namespace condyle {
namespace {

/// Enters an island of a session in the solver's island.
class IslandGathering {
 public:
  IslandGathering(SessionState& state, const SessionIsland& members, double dt)
      : state_(state),
        members_(members),
        dt_(dt),
        island_(state.island_step.begin(state.rows.solver())) {
    island_.settings = state.settings;
    island_.time = state.time;
    island_.dt = dt;
    island_.follows_touch = state.events.listener != nullptr;
  }

  /// Enters the bodies, those on which pairs or strands act first, then pairs, strands and rows.
  void gather(std::span<JointRow> joints) {
    for (const SessionPair* pair : members_.pairs) {
      enter(SessionState::body_of(pair->casting_collider), false);
      enter(SessionState::body_of(pair->target_collider), false);
    }
    for (const StrandOnBodies* strand : members_.strands)
      for (const int body : strand->bodies) enter(body, false);
    for (const int body : members_.bodies) enter(body, true);
    for (SessionPair* pair : members_.pairs) enter(*pair);
    for (StrandOnBodies* strand : members_.strands) enter(*strand);
    state_.rows.gather(joints, members_.rows, state_.states, state_.place, island_.group);
  }

  void publish() {
    const std::vector<SessionStrand*> strands(members_.strands.begin(), members_.strands.end());
    state_.tally.add(state_.island_step.count(), members_.pairs, strands);
    state_.work += state_.island_step.work();
    // Rows of a divided step have told the work of each sub-step.
    if (!island_.division.is_divided) add(state_.rows.solver().work_of_substep(), state_.work);
    for (const int body : members_.bodies) state_.ends[body] = island_.movers[state_.place[body]];
    for (const TouchEvent& event : island_.events)
      state_.events.add(*members_.pairs[event.pair], event);
    for (SessionStrand* strand : strands) put_report(*strand);
  }

 private:
  void enter(int body, bool is_joined) {
    if (!state_.is_moved(body) || state_.place[body] >= 0) return;
    const BodyState& state = state_.states[body];
    Mover mover;
    mover.X_WB_start = state.X_WB;
    mover.inverse_mass.setConstant(state.inverse_mass);
    mover.inverse_inertia = state.inverse_inertia_W;
    mover.start_velocity = joined(state.velocity);
    mover.external = joined(state.by_forces);
    state_.place[body] = (is_joined ? island_.add_joined(mover) : island_.add(mover)).body;
  }

  GroupEnd end_of(int body) {
    GroupEnd end;
    if (state_.is_moved(body)) {
      end.body = state_.place[body];
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
    given.velocity = state_.states[body].velocity;
    given.X_WB_given = state_.states[body].X_WB;
    given.time_left = -dt_;  // it is there at the start of the step
    return island_.add(given);
  }

  void enter(SessionPair& pair) {
    pair.casting_side = side_of(pair.casting_collider);
    pair.target_side = side_of(pair.target_collider);
    pair.pair.set_threads(state_.settings.threads);
    const GroupEnd casting = end_of(SessionState::body_of(pair.casting_collider));
    island_.add(pair, casting, end_of(SessionState::body_of(pair.target_collider)));
  }

  void enter(StrandOnBodies& strand) {
    strand.ends.clear();
    strand.X_WB.clear();
    for (const int body : strand.bodies) {
      strand.ends.push_back(end_of(body));
      strand.X_WB.push_back(state_.states[body].X_WB);
    }
    if (strand.energy < 0) strand.energy = strand.energy_before = energy_at(strand, strand.X_WB);
    island_.add(strand);
  }

  SessionState& state_;
  const SessionIsland& members_;
  double dt_;
  Island& island_;
  std::vector<int> given_;  ///< bodies without mass, parallel to the island's given bodies
};

}  // namespace

void solve_island(SessionState& state, const SessionIsland& members, double dt,
                  std::span<JointRow> joints) {
  IslandGathering gathering(state, members, dt);
  gathering.gather(joints);
  state.island_step.solve();
  state.island_step.correct();
  state.island_step.finish();
  gathering.publish();
}

}  // namespace condyle
