#pragma once

#include <Eigen/Core>
#include <cmath>
#include <string>

#include "condyle/solver/step.h"

namespace condyle {

/// Identifies a collider of one world. An id stays valid until its collider is removed, and is
/// never reused.
struct ColliderId {
  int value = -1;  ///< number in the world; -1: none
  bool operator==(const ColliderId&) const = default;
};

/// Identifies a strand of one world.
struct StrandId {
  int value = -1;  ///< number in the world; -1: none
  bool operator==(const StrandId&) const = default;
};

/// The first touch or the last release of a pair. Times [s] count from the session's start.
struct ContactEvent {
  /// First touch or last release.
  using Kind = TouchKind;

  Kind kind = Kind::first_touch;
  ColliderId casting, target;
  double time = 0;                                     ///< moment of the event, within the substep
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();       ///< first or last point of contact [m]
  Eigen::Vector3d normal_W = Eigen::Vector3d::Zero();  ///< contact normal of the casting body, unit
  Eigen::Vector3d velocity_W = Eigen::Vector3d::Zero();  ///< velocity of the casting body relative
                                                         ///< to the target at that point [m/s]
  Encounter encounter;  ///< the encounter so far; at first touch only its start is set

  /// Time since the first touch [s].
  double duration() const { return time - encounter.start; }
  /// Speed along the normal [m/s]: of approach at first touch, of separation at last release.
  double normal_speed() const { return std::abs(velocity_W.dot(normal_W)); }
  double slip_speed() const { return (velocity_W - velocity_W.dot(normal_W) * normal_W).norm(); }
};

/// How one of the engine's substeps was solved, and its residual. A group is a set of bodies that
/// pairs and strands couple; each group is divided into sub-steps on its own. With
/// Integration::explicit_ nothing is solved, and searches, passes and residual stay 0.
struct StepReport {
  int groups = 0;         ///< groups of bodies that were solved
  int substeps = 0;       ///< sub-steps accepted, summed over all groups
  int most_substeps = 0;  ///< most sub-steps of one group; 1 if no group was divided
  int restarts = 0;       ///< how often a group was solved again in finer sub-steps
  int searches = 0;       ///< contact searches, including those before a restart
  int passes = 0;         ///< linearisations, including those before a restart

  /// The largest relative imbalance of an accepted sub-step: the momentum that neither forces nor
  /// the engine's impulses account for, divided by the largest of the three terms (change of
  /// momentum, force, engine's impulse). Each term is a norm over the group, scaled by the square
  /// roots of the masses.
  double residual = 0;
  /// The largest relative imbalance at the last search of a sub-step, among sub-steps that used up
  /// all their searches. 0 if the searches of all sub-steps converged, to an imbalance below 1e-4.
  double search_residual = 0;
  /// Pairs of which one body has come through the other's surface, deeper than the layers:
  /// AnySession::findings() names them ("passed_through").
  int passed = 0;
  /// Sub-steps accepted with a residual above k_balance (or above pass_tolerance, if larger).
  int out_of_balance = 0;
  /// The pair or strand at the least balanced body, in the sub-step of the largest residual.
  ColliderId casting, target;  ///< -1 for a strand, or if neither is involved
  std::string passed_where;    ///< the first pair of which a body has passed; mostly empty
  std::string where;           ///< "'CASTING' on 'TARGET'" or the strand's name; may be empty

  /// A sub-step counts as solved up to this relative residual.
  static constexpr double k_balance = detail::k_step_balance;
};

/// Totals over many substeps.
struct StepTotals {
  long steps = 0;                 ///< steps counted
  long divided_steps = 0;         ///< steps in which a group was divided
  long steps_out_of_balance = 0;  ///< steps with a sub-step out of balance
  long substeps = 0, restarts = 0, searches = 0, passes = 0;  ///< sums of those of StepReport
  /// Largest number in one step: of sub-steps of one group, and of passes of all groups.
  int most_substeps = 0, most_passes = 0;

  /// Largest values of any step, relative as in StepReport.
  double residual = 0, search_residual = 0;
  long passed = 0;           ///< sum of StepReport::passed
  double passed_time = 0;    ///< end of the first step in which that happened [s]
  std::string passed_where;  ///< the first pair in that step: "'CASTING' on 'TARGET'"
  double time = 0;           ///< end of the step with the largest residual [s]
  std::string where;         ///< StepReport::where of that step
};

/// Adds a step that ended at `time` [s] to the totals.
void add(const StepReport& step, double time, StepTotals& totals);

}  // namespace condyle
