#pragma once

#include "condyle/solver/contact_group.h"

namespace condyle {

/// A pair or strand of a group, by its index there; -1: none.
struct GroupPart {
  int pair = -1, strand = -1;
};

/// Of the body that lacks most of the balance, what presses or pulls on it hardest. After
/// ContactGroup::linearise().
GroupPart least_balanced(const ContactGroup& group);

/// What one island's step needs, and what it leaves over. Work counts over all of its runs, all
/// else is of the present one.
class StepCount {
 public:
  /// What a sub-step may lack of the step's momentum and yet count as solved: as much as forces may
  /// change where contact is found once more.
  static constexpr double k_balance = 1e-4;

  /// The island starts at the beginning of the step, the first time or once more.
  void begin_run();
  /// Or at that of the present sub-step.
  void begin_again() { ++runs_; }
  void add_search() { ++searches_; }
  void add_passes(int count) { passes_ += count; }
  /// What the passes of the sub-step leave, and where; replaces what earlier ones left. Infinite:
  /// friction's guesses are not settled.
  void set_residual(double residual, GroupPart where);
  /// The last search was not far enough: what the forces found there lacked.
  void give_up_search(double residual);
  /// The sub-step counts as it is.
  void accept(double tolerance);
  /// Passes go on after the end of an undivided step.
  void reopen();

  int runs() const { return runs_; }
  int searches() const { return searches_; }
  int passes() const { return passes_; }
  int substeps() const { return substeps_; }
  int out_of_balance() const { return out_of_balance_; }  ///< sub-steps above k_balance
  double residual() const { return residual_; }           ///< the largest of a sub-step
  GroupPart where() const { return where_; }              ///< of that
  double search_residual() const { return search_residual_; }

 private:
  int runs_ = 0, searches_ = 0, passes_ = 0;
  int substeps_ = 0, out_of_balance_ = 0;
  double residual_ = 0, search_residual_ = 0;
  GroupPart where_;
  double left_ = 0;  ///< by the present sub-step
  GroupPart left_where_;
};

}  // namespace condyle
