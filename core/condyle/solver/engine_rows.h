#pragma once

namespace condyle {

/// What rows of the engine's have done on bodies that forces move [J].
struct RowWork {
  double joints = 0, contacts = 0;
};

/// The engine's own rows (joints, motors, its contacts) that touch an island's group, as the
/// island's step asks for them: a few calls a pass, none per triangle. They are solved by the
/// engine's own means, but with the group's mass matrix (ContactGroup::response), for an impulse
/// along such a row moves all bodies of the group.
class EngineRows {
 public:
  virtual ~EngineRows() = default;

  virtual bool empty() const = 0;

  /// Back to the state in which the engine left them at the start of the step, for a step that is
  /// divided into sub-steps or not. Warm starts hold for one whole step only; sub-steps start
  /// from 0.
  virtual void begin_step(bool is_divided) = 0;

  /// Starts a sub-step: right-hand sides for its free velocities, impulses and their limits for its
  /// share (> 0, <= 1) of the step.
  virtual void begin_substep(double share) = 0;

  /// Back to the state that begin_substep() left.
  virtual void restart_substep() = 0;

  /// Takes over the group's present matrix and velocities; makes the group safe
  /// (ContactGroup::make_safe) where an effective mass would not be positive.
  virtual void update() = 0;

  /// Solves the rows once more and hands their impulses to the group. False where that leads away
  /// from a solution, which it can: the group's exact matrix is not symmetric.
  virtual bool iterate() = 0;

  /// Hands impulses found elsewhere, as by the engine, to the group.
  virtual void collect() = 0;

  /// From now to the end of the step all that joints hold without a limit is solved at once, by
  /// elimination: dearer, but it needs no symmetric matrix, nor a definite one. False where there
  /// is no such row, or where that is so already.
  virtual bool solve_joints_at_once() = 0;

  /// By how much the rows want to change the sub-step's free velocity, in mass-root coordinates.
  virtual double wanted_motion() const = 0;

  /// What the sub-step's impulses have done on bodies of the group. Before end_substep().
  virtual RowWork work_of_substep() const = 0;

  /// Adds up the sub-step's impulses.
  virtual void end_substep() = 0;

  /// Rows hold the impulses of the whole step from here on.
  virtual void end_step() = 0;
};

}  // namespace condyle
