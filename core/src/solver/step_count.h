#pragma once

#include "core/src/solver/group_solver.h"

namespace condyle {

/// A pair, by its number in the group, or a strand, by its index; -1: none.
struct GroupPart {
  int pair = -1, strand = -1;
};

/// The pair or strand with the largest force on the body with the largest residual. Call after
/// GroupSolver::linearise().
GroupPart least_balanced(const GroupSolver& solver);

/// Counts the sub-steps, searches and passes of one island's step and records its residuals. The
/// numbers of runs, searches and passes cover all runs of the step, everything else only the
/// current run.
class StepCount {
 public:
  /// Starts a run from the start of the step, the first time or again.
  void begin_run();
  /// Starts a run again from the start of the current sub-step.
  void begin_again() { ++runs_; }
  void add_search() { ++searches_; }
  void add_passes(int count) { passes_ += count; }
  /// Records the residual of the sub-step's passes and its place, and forgets earlier ones. An
  /// infinite residual (guesses of friction are not consistent) is recorded as 1.
  void set_residual(double residual, GroupPart where);
  /// Records that the search ended before contact stood, with this residual of the forces found.
  void give_up_search(double residual);
  /// Accepts the current sub-step with its residual.
  void accept(double tolerance);
  /// Drops the results of an undivided step, since more passes follow.
  void reopen();

  int runs() const { return runs_; }
  int searches() const { return searches_; }
  int passes() const { return passes_; }
  int substeps() const { return substeps_; }
  /// Number of sub-steps with a residual above k_step_balance.
  int out_of_balance() const { return out_of_balance_; }
  double residual() const { return residual_; }  ///< largest residual of a sub-step
  GroupPart where() const { return where_; }     ///< place of the largest residual
  double search_residual() const { return search_residual_; }

 private:
  int runs_ = 0, searches_ = 0, passes_ = 0;
  int substeps_ = 0, out_of_balance_ = 0;
  double residual_ = 0, search_residual_ = 0;
  GroupPart where_;
  double left_ = 0;  ///< residual of the current sub-step
  GroupPart left_where_;
};

}  // namespace condyle
