#pragma once

#include <span>
#include <vector>

#include "condyle/world/engine.h"
#include "core/world/src/row_solver.h"

namespace condyle {

/// The joint rows of one island of a session.
class SessionRows final : private RowEngine {
 public:
  /// Starts a step of an island with those of the rows `chosen` by their ascending indices, but for
  /// rows along which nothing can move. `states` are the bodies at its start, `place` their indices
  /// in the group or -1.
  void gather(std::span<JointRow> rows, std::span<const int> chosen,
              std::span<const BodyState> states, std::span<const int> place, GroupSolver& group);

  RowSolver& solver() { return solver_; }

 private:
  Vector6 change(int body) override { return changes_[body]; }
  void set_change(int body, const Vector6& change) override { changes_[body] = change; }
  int body_count() const override { return static_cast<int>(changes_.size()); }
  void set_impulse(int row, double impulse) override { rows_[solved_[row]].impulse = impulse; }
  void restore_impulses() override;

  std::span<JointRow> rows_;
  std::vector<int> solved_;             ///< ascending indices in rows_
  std::vector<EngineRow> engine_rows_;  ///< parallel to solved_
  // Per body of the group, then of all others together, which no impulse moves:
  std::vector<int> place_;
  std::vector<Vector6> changes_;
  RowSolver solver_;
};

}  // namespace condyle
