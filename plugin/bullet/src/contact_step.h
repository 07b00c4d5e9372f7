#pragma once

#include <span>

#include "core/src/solver/island_step.h"
#include "core/world/src/session_state.h"
#include "plugin/bullet/src/gather_island.h"
#include "plugin/bullet/src/group_rows.h"
#include "plugin/bullet/src/publish_bodies.h"

namespace condyle::bullet {

/// Contact and ligaments of one island during one step of Bullet, inside Bullet's solver.
class ContactStep {
 public:
  ContactStep(SessionState& session, const WorldBodies& bodies, const KinematicTracks& tracks)
      : session_(session), bodies_(bodies), tracks_(tracks) {}

  /// Call after Bullet's set-up. Returns false if the island has no link of Condyle.
  bool begin(const IslandData& data);

  /// Solves the group together with Bullet's rows that touch it. Call before Bullet iterates.
  void solve();

  /// Brings contact into balance with the rows after Bullet's iteration. If the step was repeated,
  /// Bullet must iterate again.
  Outcome correct();

  /// Sets the velocities of the group's bodies. Call after Bullet wrote its velocities.
  void finish();

  /// Sets the bodies' velocities and orientations at the end of the step. Call after Bullet has
  /// moved all bodies.
  void set_end_velocities() { end_states_.set(); }

  /// Drops the states that set_end_velocities() would set.
  void abandon() { end_states_.forget(); }

  GroupRows& rows() { return rows_; }

  WorkDone& work() { return session_.work; }

  /// Per solver body: at least 0 if it belongs to a group whose rows were tallied sub-step by
  /// sub-step. Empty if there is no such group.
  std::span<const int> tallied_bodies() const {
    return step_.island().division.is_divided ? std::span<const int>(members_.place)
                                              : std::span<const int>();
  }

 private:
  SessionState& session_;
  const WorldBodies& bodies_;
  const KinematicTracks& tracks_;

  IslandMembers members_;
  GroupRows rows_;
  IslandStep step_{session_.times};
  EndStates end_states_;
};

}  // namespace condyle::bullet
