#include <algorithm>
#include <vector>

#include "core/world/src/engine_session.h"
#include "core/world/src/island_contents.h"

namespace condyle {
namespace {

/// Enters an island of a session in the solver's island.
class IslandGathering {
 public:
  IslandGathering(EngineSession& session, SessionIsland& members, double dt,
                  IslandWorker<SessionRows>& worker)
      : session_(session),
        members_(members),
        dt_(dt),
        worker_(worker),
        island_(begin_island(session, dt, worker.rows.solver(), worker.step)) {}

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
    worker_.rows.gather(joints, members_.rows, session_.states, session_.place, island_.solver);
  }

  void finish() {
    finish_island(worker_.step, members_.strands, members_.outcome);
    // Rows of a divided step have told the work of each sub-step.
    if (!island_.division.is_divided) members_.rows_work = worker_.rows.solver().work_of_substep();
    for (const int body : members_.bodies)
      session_.ends[body] = island_.movers[session_.place[body]];
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
    const GroupEnd casting = end_of(pair.casting_collider.body);
    condyle::enter(pair, casting, end_of(pair.target_collider.body), island_);
  }

  void enter(SessionStrand& strand) {
    begin_entering(strand);
    for (const int body : strand.bodies) add_body(end_of(body), session_.states[body].X_WB, strand);
    condyle::enter(strand, island_);
  }

  EngineSession& session_;
  SessionIsland& members_;
  double dt_;
  IslandWorker<SessionRows>& worker_;
  Island& island_;
  std::vector<int> given_;  ///< bodies without mass, parallel to the island's given bodies
};

}  // namespace

void solve_island(EngineSession& session, SessionIsland& members, double dt,
                  std::span<JointRow> joints, IslandWorker<SessionRows>& worker) {
  IslandGathering gathering(session, members, dt, worker);
  gathering.gather(joints);
  worker.step.solve();
  worker.step.correct();
  gathering.finish();
}

}  // namespace condyle
