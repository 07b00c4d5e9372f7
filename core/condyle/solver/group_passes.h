#pragma once

#include "condyle/solver/engine_rows.h"
#include "condyle/solver/island.h"
#include "condyle/solver/step_count.h"
#include "condyle/threads/workers.h"

namespace condyle {

/// What passes lead to.
enum class Balance {
  found,
  far,   ///< as of laws that jump: what the last pass led to, where it brings no energy
  lost,  ///< velocities that nothing in the step accounts for
};

/// Brings an island's group into balance with the engine's rows, pass by pass.
class GroupPasses {
 public:
  GroupPasses(Island& island, Workers& workers, StepCount& count)
      : island_(island), workers_(workers), count_(count) {}

  /// Over a sub-step of `h` [s] whose contact is found: afresh, or from the velocities that the
  /// last passes led to, until what is left over is at most `tolerance` of the step's momentum.
  /// Where that fails and joints can be solved at once, all once more so.
  Balance make(EngineRows& rows, double h, bool afresh, double tolerance);

  /// Where that was reached, goes on over the same contact to a smaller tolerance.
  Balance go_on(EngineRows& rows, double tolerance);

  /// After an undivided step that the engine has iterated on: brings contact into balance with what
  /// the rows have become. None where it is that already.
  Balance make_up(EngineRows& rows);

  /// Whether the last passes found no balance.
  bool is_far() const { return is_far_; }
  /// The imbalance at the first of the passes over contact as found last.
  double left_where_found() const { return left_where_found_; }

 private:
  Balance begin_again(EngineRows& rows, double h, double tolerance);
  Balance settle(EngineRows& rows, double tolerance, bool rows_are_solved);

  Island& island_;
  Workers& workers_;
  StepCount& count_;
  bool is_far_ = false;
  double left_where_found_ = 0;
  double left_ = 0;            ///< by the last passes
  bool has_balanced_ = false;  ///< to the tolerance that was asked for
};

}  // namespace condyle
