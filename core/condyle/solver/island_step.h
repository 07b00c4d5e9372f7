#pragma once

#include "condyle/solver/energy_account.h"
#include "condyle/solver/engine_rows.h"
#include "condyle/solver/group_passes.h"
#include "condyle/solver/island.h"
#include "condyle/solver/stage_times.h"
#include "condyle/solver/step_count.h"
#include "condyle/solver/work_done.h"
#include "condyle/threads/workers.h"

namespace condyle {

/// Takes an island through a step of the engine's: governs how finely that is divided into
/// sub-steps, in each of which contact is found, brought into balance and kept from giving energy
/// that it does not have.
///
/// An engine gathers an island, solves it, may iterate on its rows of an undivided step by itself
/// and have contact corrected, and finishes; then it publishes the movers' velocities and poses.
class IslandStep {
 public:
  /// Adds the time of its stages to `times`, which must live as long.
  explicit IslandStep(StageTimes& times) : times_(times) {}
  IslandStep(const IslandStep&) = delete;
  IslandStep& operator=(const IslandStep&) = delete;

  /// An empty island, to be gathered, whose rows are those.
  Island& begin(EngineRows& rows);

  const Island& island() const { return island_; }

  /// Solves it together with the rows. Throws SimulationError, and leaves the rows as they were,
  /// where contact finds no balance even in the most sub-steps.
  void solve();

  /// After the engine's own iteration: brings contact into balance with what the rows have become.
  /// Throws as solve() does.
  void correct();

  /// The step is certain: movers are where it leads, and pairs and strands carry on from there.
  void finish();

  const StepCount& count() const { return count_; }
  const WorkDone& work() const { return work_; }

 private:
  bool run(int substeps);
  bool run_substep();
  void refine();
  void start_substep(double h);
  bool stop_at_touch(double& h);
  bool search(double h);
  bool keep_passive(double h);

  bool is_finest() const;
  bool may_be_divided() const;
  bool is_unsolved(Balance balance) const;
  bool wants(int finer);
  bool is_too_coarse(double h);
  bool meets_unseen(double h);
  bool refuse();
  [[noreturn]] void throw_lost();

  StageTimes& times_;
  EngineRows* rows_ = nullptr;
  Island island_;
  Workers workers_;
  StepCount count_;
  WorkDone work_;
  GroupPasses passes_{island_, workers_, count_};
  PairStrengths strengths_;
};

}  // namespace condyle
