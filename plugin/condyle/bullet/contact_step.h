#pragma once

#include <span>

#include "condyle/bullet/contact_events.h"
#include "condyle/bullet/gather_island.h"
#include "condyle/bullet/group_rows.h"
#include "condyle/bullet/publish_island.h"
#include "condyle/bullet/registry.h"
#include "condyle/bullet/step_tally.h"
#include "condyle/solver/island_step.h"

namespace condyle::bullet {

/// Contact and ligaments of one island over one step of Bullet's, inside its solver.
class ContactStep {
 public:
  ContactStep(Registry& registry, const PluginSettings& settings, StageTimes& times,
              ContactEvents& events)
      : registry_(registry), settings_(settings), times_(times), events_(events) {}

  /// After Bullet's set-up. False where no link of Condyle's is in the island.
  bool begin(const IslandData& data);

  /// Solves the group together with the rows of Bullet's that touch it. Before Bullet iterates.
  void solve();

  /// After Bullet's iteration: brings contact into balance with what the rows have become.
  void correct() { step_.correct(); }

  /// After Bullet wrote its velocities: sets those of the group's bodies.
  void finish();

  /// After Bullet moved all bodies.
  void set_end_velocities() { end_states_.set(); }

  /// Forgets the step instead.
  void abandon() { end_states_.forget(); }

  GroupRows& rows() { return rows_; }

  // Of all islands of the substep.
  StepTally& tally() { return tally_; }
  WorkDone& work() { return work_; }

  /// Per solver body: at least 0 where it is of a group whose rows have been tallied by sub-steps.
  std::span<const int> tallied_bodies() const {
    return step_.island().division.is_divided ? std::span<const int>(members_.place)
                                              : std::span<const int>();
  }

 private:
  Registry& registry_;
  const PluginSettings& settings_;
  StageTimes& times_;
  ContactEvents& events_;

  IslandMembers members_;
  GroupRows rows_;
  IslandStep step_{times_};
  EndStates end_states_;
  StepTally tally_;
  WorkDone work_;
};

}  // namespace condyle::bullet
