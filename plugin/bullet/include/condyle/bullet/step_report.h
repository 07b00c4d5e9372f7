#pragma once

#include <string>

#include "condyle/bullet/contact_event.h"
#include "condyle/solver/step_settings.h"

namespace condyle::bullet {

/// How one of the engine's substeps was solved, and its residual. A group is a set of bodies that
/// pairs and strands couple; each group is divided into sub-steps on its own. With
/// Integration::explicit_ nothing is solved, and searches, passes and residual stay 0.
struct StepReport {
  int groups = 0;
  int substeps = 0;       ///< sub-steps accepted, summed over all groups
  int most_substeps = 0;  ///< most sub-steps of one group; 1 if no group was divided
  int restarts = 0;       ///< how often a group went on in finer sub-steps
  int searches = 0;       ///< contact searches, including those before a restart
  int passes = 0;         ///< linearisations, including those before a restart

  /// The largest relative imbalance of an accepted sub-step: the momentum that neither forces nor
  /// the engine's impulses account for, divided by the largest of the three terms (change of
  /// momentum, force, engine's impulse). Each term is a norm over the group, scaled by the square
  /// roots of the masses.
  double residual = 0;
  /// The largest relative imbalance at the last search of a sub-step, among sub-steps that used up
  /// all their searches. 0 if the searches of all sub-steps converged, which is below 1e-4.
  double search_residual = 0;
  /// Sub-steps accepted with a residual above k_balance (or above pass_tolerance, if larger).
  int out_of_balance = 0;
  /// The pair or strand at the least balanced body, in the sub-step of the largest residual.
  ColliderId casting, target;  ///< -1 for a strand, or if neither is involved
  std::string where;           ///< "'CASTING' on 'TARGET'" or the strand's name; may be empty

  /// The largest residual of a sub-step that counts as solved.
  static constexpr double k_balance = k_step_balance;
};

/// Totals over many substeps.
struct StepTotals {
  long steps = 0;
  long divided_steps = 0;         ///< steps in which a group was divided
  long steps_out_of_balance = 0;  ///< steps with a sub-step out of balance
  long substeps = 0, restarts = 0, searches = 0, passes = 0;
  /// Most in one step: sub-steps of one group, passes of all groups.
  int most_substeps = 0, most_passes = 0;

  double residual = 0, search_residual = 0;  ///< largest of any step
  double time = 0;                           ///< end of the step with the largest residual [s]
  std::string where;                         ///< StepReport::where of that step
};

/// Adds a step that ended at `time` [s].
void add(const StepReport& step, double time, StepTotals& totals);

}  // namespace condyle::bullet
