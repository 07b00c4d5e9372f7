#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/src/solver/no_rows.h"
#include "core/world/src/island_contents.h"
#include "core/world/src/island_workers.h"
#include "plugin/bullet/src/gather_island.h"
#include "plugin/bullet/src/group_rows.h"
#include "plugin/bullet/src/publish_bodies.h"

namespace condyle::bullet {

/// How an island of Bullet's is solved.
enum class Solved {
  by_bullet,  ///< it has no link of Condyle
  now,        ///< inside Bullet's solver, whose rows are in its memory only now
  later,      ///< it has no rows; with several threads, all such islands are solved at once
};

/// Contact and ligaments of all islands during one step of Bullet, inside Bullet's solver, which
/// visits one island after another.
class ContactStep {
 public:
  ContactStep(SessionState& session, const WorldBodies& bodies, const KinematicTracks& tracks,
              const IslandLinks& links)
      : session_(session), bodies_(bodies), tracks_(tracks), links_(links) {}

  /// Call after Bullet's set-up of each island, with its number.
  Solved begin(int island, const IslandData& data);

  // For an island that is solved now:

  /// Solves the group together with Bullet's rows that touch it. Call before Bullet iterates.
  void solve();

  /// Brings contact into balance with the rows after Bullet's iteration. If the step was repeated,
  /// Bullet must iterate again.
  Outcome correct();

  /// Sets the velocities of the group's bodies. Call after Bullet wrote its velocities.
  void finish();

  GroupRows& rows() { return rows_; }

  /// Adds the work of the island's rows, of any island.
  void add_work(const RowWork& work) { visits_.back().rows = work; }

  /// Per solver body: at least 0 if it belongs to a group whose rows were tallied sub-step by
  /// sub-step. Empty if there is no such group.
  std::span<const int> tallied_bodies() const {
    return step_.island().division.is_divided ? std::span<const int>(there_.place)
                                              : std::span<const int>();
  }

  /// Solves the islands that are left. Call when Bullet has visited all islands. Throws the error
  /// of the first that fails.
  void solve_left();

  /// Takes over the results of all islands, in their order.
  void take_results();

  /// Sets the bodies' velocities and orientations at the end of the step. Call after Bullet has
  /// moved all bodies.
  void set_end_velocities();

  /// Drops what begin() has gathered and what set_end_velocities() would set.
  void abandon();

 private:
  /// An island with links of Condyle. It keeps its memory for the next step.
  struct Linked {
    GatheredIsland gathered;
    IslandOutcome outcome;
    EndStates end_states;
    bool is_left = false;  ///< it is solved by solve_left()
  };
  /// What an island leaves, in the order in which Bullet visits them.
  struct Visit {
    RowWork rows;
    int linked = -1;  ///< index in linked_
  };

  Linked& next_linked();
  void finish(IslandStep& step, Linked& linked);

  SessionState& session_;
  const WorldBodies& bodies_;
  const KinematicTracks& tracks_;
  const IslandLinks& links_;

  double dt_ = 0;
  SolverIsland there_;
  GroupRows rows_;
  IslandStep step_{session_.times};
  std::vector<Visit> visits_;
  std::vector<std::unique_ptr<Linked>> linked_;  ///< the first linked_count_ are of this step
  std::size_t linked_count_ = 0;
  IslandWorkers<NoRows> workers_;
};

}  // namespace condyle::bullet
