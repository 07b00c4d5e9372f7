#pragma once

#include <string>

#include "condyle/bullet/contact_event.h"
#include "condyle/solver/step_count.h"

namespace condyle::bullet {

/// How one substep of the engine's was solved, and what was left over. A group is what pairs and
/// strands tie together; each is divided into sub-steps by itself. Nothing is solved by
/// Integration::explicit_: searches, passes and residual stay 0.
struct StepReport {
  int groups = 0;
  int substeps = 0;       ///< of all groups together, those that led to the end of the step
  int most_substeps = 0;  ///< of one group: 1 where none was divided
  int restarts = 0;       ///< how often a group began anew, in finer sub-steps
  int searches = 0;       ///< how often a group's contact was found, what was begun anew included
  int passes = 0;         ///< linearisations, likewise

  /// The largest imbalance that a sub-step was accepted with: momentum that neither forces nor the
  /// engine's impulses account for, as a part of the largest of the three (change of velocity,
  /// force, engine's impulse; each as the norm over the group, scaled by the roots of masses).
  double residual = 0;
  /// The same of the forces where contact was found last, in sub-steps whose searches ended by
  /// their number; 0 where all ended by themselves, which is below 1e-4.
  double search_residual = 0;
  /// Sub-steps that were accepted above k_balance (or a pass_tolerance that is larger).
  int out_of_balance = 0;
  /// The pair, or the strand, at the body that lacked most where the residual was largest.
  ColliderId casting, target;  ///< -1: a strand, or nothing of Condyle's
  std::string where;           ///< "'CASTING' on 'TARGET'" or the strand's name; may be empty

  /// What a sub-step may lack and yet count as solved.
  static constexpr double k_balance = StepCount::k_balance;
};

/// Sums over substeps.
struct StepTotals {
  long steps = 0;
  long divided_steps = 0;         ///< those in which some group was divided
  long steps_out_of_balance = 0;  ///< those with a sub-step out of balance
  long substeps = 0, restarts = 0, searches = 0, passes = 0;
  int most_substeps = 0, most_passes = 0;  ///< in one step: of one group; of all

  double residual = 0, search_residual = 0;  ///< the largest
  double time = 0;                           ///< at the end of the step of that residual [s]
  std::string where;                         ///< as StepReport's
};

/// Adds a step that ended at `time` [s].
void add(const StepReport& step, double time, StepTotals& totals);

}  // namespace condyle::bullet
