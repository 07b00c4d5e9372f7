#pragma once

#include <span>

namespace condyle {

struct GroupBody;

/// The work of the engine's rows on dynamic bodies [J].
struct RowWork {
  double joints = 0, contacts = 0;
};

/// The engine's own rows (joints, motors, contacts) that act on an island's group, as seen by the
/// island's step: a few calls per pass, none per triangle. The engine solves them by its own means,
/// but with the group's mass matrix (GroupSolver::response), since an impulse along such a row
/// moves all bodies of the group.
class EngineRows {
 public:
  virtual ~EngineRows() = default;

  virtual bool empty() const = 0;

  /// Whether each iterate() solves the rows exactly, so that they gain nothing from further passes.
  /// Holds where there are none.
  virtual bool are_solved_at_once() const = 0;

  /// Marks as held (GroupBody::is_held) the bodies of the group that a row ties to a body which is
  /// held or has no mass. Returns whether any was not marked yet.
  virtual bool hold(std::span<GroupBody> bodies) const = 0;

  /// Restores the rows to their state at the start of the step, for a step that is divided into
  /// sub-steps or not. Warm starts are valid only for a whole step; sub-steps start from 0.
  virtual void begin_step(bool is_divided) = 0;

  /// Undoes all that the engine has done since the start of the step, including changes by its
  /// other rows: those reacted to rows of the group that went astray.
  virtual void give_back() = 0;

  /// Starts a sub-step: sets right-hand sides for its free velocities, and impulses and their
  /// limits for its share (> 0, <= 1) of the step.
  virtual void begin_substep(double share) = 0;

  /// Restores the state that begin_substep() left.
  virtual void restart_substep() = 0;

  /// Takes over the group's present matrix and velocities. Makes the group safe
  /// (GroupSolver::make_safe) if an effective mass would not be positive.
  virtual void update() = 0;

  /// Solves the rows once more and passes their impulses to the group. Returns false if that leads
  /// away from a solution, which is possible because the group's exact matrix is not symmetric.
  virtual bool iterate() = 0;

  /// Undoes all but `part` of what the last iterate() has changed, as the group has shortened its
  /// pass.
  virtual void shorten(double part) = 0;

  /// Passes impulses to the group that were found elsewhere, for example by the engine.
  virtual void collect() = 0;

  /// From now to the end of the step, solves all joint rows without limits at once, by elimination:
  /// that costs more, but needs neither a symmetric nor a definite matrix. Returns false if there
  /// are no such rows, or if they are already solved that way.
  virtual bool solve_joints_directly() = 0;

  /// How far the group's velocities are from satisfying the rows without limits, in mass-root
  /// coordinates.
  virtual double violation() = 0;

  /// How much the rows want to change the sub-step's free velocity, in mass-root coordinates.
  virtual double wanted_motion() const = 0;

  /// The work of the sub-step's impulses on bodies of the group. Call before end_substep().
  virtual RowWork work_of_substep() const = 0;

  /// Adds the sub-step's impulses to those of the step.
  virtual void end_substep() = 0;

  /// From now on, the rows hold the impulses of the whole step.
  virtual void end_step() = 0;
};

}  // namespace condyle
