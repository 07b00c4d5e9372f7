#pragma once

#include "condyle/bullet/registry.h"
#include "condyle/bullet/step_report.h"
#include "condyle/solver/contact_group.h"

namespace condyle::bullet {

/// A pair or strand of a group, by its index there; -1: none.
struct GroupPart {
  int pair = -1, strand = -1;
};

/// Of the body that lacks most of the balance, what presses or pulls on it hardest. After
/// ContactGroup::linearise().
GroupPart least_balanced(const ContactGroup& group);

/// Counts what a substep's groups need, and what they leave over.
class StepTally {
 public:
  void begin_step();
  void begin_group() { group_ = {}; }
  /// The group starts at the beginning of the step, the first time or once more.
  void begin_run();
  void add_search() { ++group_.searches; }
  void add_passes(int count) { group_.passes += count; }
  /// What the passes of the sub-step leave; replaces what earlier ones left. Infinite: friction's
  /// guesses are not settled.
  void set_residual(double residual, const PairState* pair, const StrandState* strand);
  /// The last search was not far enough: what the forces found there lacked.
  void give_up_search(double residual);
  /// The sub-step counts as it is.
  void accept(double tolerance);
  /// Passes go on after the end of an undivided step.
  void reopen();
  void end_group();
  /// All groups of the step are in.
  void name_worst(Registry& registry);

  const StepReport& report() const { return report_; }

 private:
  /// Of one group, in its present run; work counts over all of its runs.
  struct Group {
    int runs = 0, searches = 0, passes = 0;
    int substeps = 0, out_of_balance = 0;
    double residual = 0, search_residual = 0;
    const PairState* pair = nullptr;
    const StrandState* strand = nullptr;
  };
  struct Left {
    double residual = 0;
    const PairState* pair = nullptr;
    const StrandState* strand = nullptr;
  };

  StepReport report_;
  Group group_;
  Left left_;  ///< of the present sub-step
  const PairState* pair_ = nullptr;
  const StrandState* strand_ = nullptr;
};

}  // namespace condyle::bullet
