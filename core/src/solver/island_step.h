#pragma once

#include <string>

#include "condyle/solver/step.h"
#include "core/src/solver/energy_account.h"
#include "core/src/solver/engine_rows.h"
#include "core/src/solver/group_passes.h"
#include "core/src/solver/island.h"
#include "core/src/solver/soft_part.h"
#include "core/src/solver/step_count.h"
#include "core/src/solver/work_done.h"

namespace condyle {

/// How a part of a step ended.
enum class Outcome {
  done,
  repeat,  ///< the (sub-)step must be repeated, as its StepDivision says
};

/// Takes an island through a step of the engine. Decides how finely the step is divided into
/// sub-steps; in each sub-step it finds contact, brings it into balance and keeps it from giving
/// more energy than its accounts hold.
///
/// An engine gathers an island and calls solve(). If the step is undivided, the engine may then
/// iterate on its rows and call correct(). It calls finish(), and publishes the movers' velocities
/// and poses.
class IslandStep {
 public:
  /// Adds the times of the stages to `times`, which must outlive this object.
  explicit IslandStep(StageTimes& times) : times_(times) {}
  IslandStep(const IslandStep&) = delete;
  IslandStep& operator=(const IslandStep&) = delete;

  /// Returns an empty island for the engine to fill. It is solved together with `rows`.
  Island& begin(EngineRows& rows);

  const Island& island() const { return island_; }

  /// Solves the island together with the rows. A sub-step in which contact finds no balance even
  /// with the most sub-steps is taken without contact, and counted with a residual of 1. Throws
  /// SimulationError and restores the rows if a law is not bounded (is_bounded) or joints fail.
  void solve();

  /// Brings contact back into balance after the engine has iterated on its rows. If that fails,
  /// takes the step again, divided; the engine must then repeat its iterations, as after solve().
  /// Throws as solve() does.
  Outcome correct();

  /// Completes the step: movers, pairs and strands take over its end state.
  void finish();

  const StepCount& count() const { return count_; }
  const WorkDone& work() const { return work_; }

 private:
  void run_until_solved(int substeps);
  Outcome run(int substeps);
  Outcome run_substep();
  Outcome find_balance(double& h);
  void refine();
  void start_substep(double h);
  void search_start(double h);
  void shorten_for_fast(double& h);
  Outcome stop_at_touch(double& h);
  Outcome search(double h);
  enum class Found { stands, again, too_coarse };
  Found find_again(int search, double h);
  Outcome keep_passive(double h);

  bool is_finest() const;
  bool may_be_shorter() const;
  bool ask_shorter(double h);
  bool may_be_divided() const;
  bool is_unsolved(Balance balance) const;
  bool ask_finer(int times);
  bool ask_finer_for_layers(double h);
  bool ask_finer_to_meet(double h);
  Outcome refuse();
  void refuse_in_soft_directions();
  bool may_let_go() const;
  void let_go(double h);
  std::string part_at_fault();
  [[noreturn]] void throw_lost();

  StageTimes& times_;
  EngineRows* rows_ = nullptr;
  Island island_;
  StepCount count_;
  WorkDone work_;
  GroupPasses passes_{island_, count_};
  PairBrackets brackets_;
  SoftStep soft_step_ = SoftStep::none;
  GroupPart at_fault_;  ///< what found no balance where the group lets go
};

}  // namespace condyle
