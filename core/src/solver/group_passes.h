#pragma once

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/island.h"
#include "core/src/solver/step_count.h"

namespace condyle {

/// The outcome of passes.
enum class Balance {
  found,
  far,   ///< not found, as with laws that jump: the last pass counts if it adds no energy
  lost,  ///< not found, and nothing in the step accounts for the velocities
};

/// Brings an island's group into balance with the engine's rows. Each pass evaluates the forces,
/// updates the matrix and solves once (GroupSolver).
class GroupPasses {
 public:
  GroupPasses(Island& island, StepCount& count) : island_(island), count_(count) {}

  /// Makes passes over a sub-step of `h` [s] whose contact has been searched, from the start
  /// (`afresh`) or from the velocities of the last passes, until the residual is at most
  /// `tolerance` of the step's momentum. If that fails and joints can be solved at once
  /// (EngineRows::solve_joints_directly), starts again with joints solved that way.
  Balance make(EngineRows& rows, double h, bool afresh, double tolerance);

  /// Continues over the same contact to a smaller tolerance, if make() reached its own.
  Balance go_on(EngineRows& rows, double tolerance);

  /// Brings contact into balance with rows on which the engine has iterated after an undivided
  /// step. Makes no passes if the group is in balance already.
  Balance make_up(EngineRows& rows);

  /// Whether the last passes found no balance.
  bool is_far() const { return is_far_; }
  /// Energy [J] that the residual of the last passes gives the bodies; 0 if they found balance.
  double energy_from_nothing() const { return energy_from_nothing_; }
  /// Whether the last passes ended at a residual above `tolerance`.
  bool is_left_above(double tolerance) const { return left_ > tolerance; }
  /// Residual at the first pass over the contact of the last search.
  double left_where_found() const { return left_where_found_; }

 private:
  Balance begin_again(EngineRows& rows, double h, double tolerance);
  Balance iterate(EngineRows& rows, double tolerance, bool rows_are_solved);

  Island& island_;
  StepCount& count_;
  bool is_far_ = false;
  double left_where_found_ = 0;
  double energy_from_nothing_ = 0;
  double left_ = 0;            ///< residual of the last passes
  bool has_balanced_ = false;  ///< the last passes reached their tolerance
};

}  // namespace condyle
