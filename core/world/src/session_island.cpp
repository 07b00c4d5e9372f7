#include <algorithm>
#include <vector>

#include "core/world/src/session_state.h"

namespace condyle {
namespace {

/// The bodies, pairs and strands of an island of a session, as they enter the solver's island.
class IslandGathering {
 public:
  IslandGathering(SessionState& state, int number, double dt)
      : state_(state),
        number_(number),
        dt_(dt),
        island_(state.island_step.begin(state.rows.solver())),
        place_(state.states.size(), -1),
        given_(state.states.size(), -1) {
    island_.settings = state.settings;
    island_.time = state.time;
    island_.dt = dt;
    island_.follows_touch = state.events.listener != nullptr;
  }

  /// Enters the bodies, those on which pairs or strands act first, then pairs and strands.
  void gather() {
    for (SessionPair* pair : state_.near)
      if (is_here(*pair)) pairs_.push_back(pair);
    for (auto& [id, strand] : state_.strands)
      if (acts(strand) && is_any_here(strand.bodies)) strands_.push_back(&strand);
    for (const SessionPair* pair : pairs_) {
      enter(SessionState::body_of(pair->casting_collider), false);
      enter(SessionState::body_of(pair->target_collider), false);
    }
    for (const StrandOnBodies* strand : strands_)
      for (const int body : strand->bodies) enter(body, false);
    for (std::size_t body = 0; body < place_.size(); ++body) enter(static_cast<int>(body), true);
    for (SessionPair* pair : pairs_) enter(*pair);
    for (StrandOnBodies* strand : strands_) enter(*strand);
  }

  void gather_rows(std::span<JointRow> joints) {
    for (std::size_t i = 0; i < joints.size(); ++i)
      if (is_here(joints[i].body_a) || is_here(joints[i].body_b))
        rows_.push_back(static_cast<int>(i));
    state_.rows.gather(joints, rows_, state_.states, place_, island_.group);
  }

  void publish() {
    strand_list_.assign(strands_.begin(), strands_.end());
    state_.tally.add(state_.island_step.count(), pairs_, strand_list_);
    state_.work += state_.island_step.work();
    // Rows of a divided step have told the work of each sub-step.
    if (!island_.division.is_divided) add(state_.rows.solver().work_of_substep(), state_.work);
    for (std::size_t i = 0; i < movers_.size(); ++i) state_.ends[movers_[i]] = island_.movers[i];
    for (const TouchEvent& event : island_.events) state_.events.add(*pairs_[event.pair], event);
    for (StrandOnBodies* strand : strands_) put_report(*strand);
  }

 private:
  bool is_here(int body) const { return body >= 0 && state_.island_of[body] == number_; }
  bool is_here(const SessionPair& pair) const {
    return is_here(SessionState::body_of(pair.casting_collider)) ||
           is_here(SessionState::body_of(pair.target_collider));
  }
  bool is_any_here(std::span<const int> bodies) const {
    return std::ranges::any_of(bodies, [this](int body) { return is_here(body); });
  }

  void enter(int body, bool is_joined) {
    if (!is_here(body) || place_[body] >= 0) return;
    const BodyState& state = state_.states[body];
    Mover mover;
    mover.X_WB_start = state.X_WB;
    mover.inverse_mass.setConstant(state.inverse_mass);
    mover.inverse_inertia = state.inverse_inertia_W;
    mover.start_velocity = joined(state.velocity);
    mover.external = joined(state.by_forces);
    place_[body] = (is_joined ? island_.add_joined(mover) : island_.add(mover)).body;
    movers_.push_back(body);
  }

  GroupEnd end_of(int body) {
    GroupEnd end;
    if (state_.is_moved(body)) {
      end.body = place_[body];
      return end;
    }
    if (given_[body] < 0) {
      GivenBody given;
      given.velocity = state_.states[body].velocity;
      given.X_WB_given = state_.states[body].X_WB;
      given.time_left = -dt_;  // it is there at the start of the step
      given_[body] = island_.add(given).given;
    }
    end.given = given_[body];
    return end;
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
  int number_;
  double dt_;
  Island& island_;
  std::vector<int> place_;           ///< per body: index in the group, or -1
  std::vector<int> given_;           ///< per body: index among the island's given bodies, or -1
  std::vector<int> movers_;          ///< bodies, parallel to the island's movers
  std::vector<SessionPair*> pairs_;  ///< parallel to the island's pairs
  std::vector<StrandOnBodies*> strands_;
  std::vector<SessionStrand*> strand_list_;  ///< strands_
  std::vector<int> rows_;                    ///< indices of joint rows
};

}  // namespace

void solve_island(SessionState& state, int island, double dt, std::span<JointRow> joints) {
  IslandGathering gathering(state, island, dt);
  gathering.gather();
  gathering.gather_rows(joints);
  state.island_step.solve();
  state.island_step.correct();
  state.island_step.finish();
  gathering.publish();
}

}  // namespace condyle
