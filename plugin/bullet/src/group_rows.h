#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>
#include <vector>

#include "core/world/src/row_solver.h"
#include "plugin/bullet/src/velocity_changes.h"

namespace condyle::bullet {

/// Bullet's rows (joint, motor, contact, friction) that touch a group.
class GroupRows final : private RowEngine {
 public:
  enum Pool { joint, contact, friction, rolling_friction, pool_count };

  /// Collects the rows. `place` contains, for each solver body, its index in the group or -1;
  /// `relaxation` is Bullet's m_sor, which contact and friction rows carry in their diagonals;
  /// `iterations`: see RowSolver::gather().
  void gather(btConstraintArray* const (&pools)[pool_count],
              btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place,
              GroupSolver& group, double relaxation, int iterations);

  RowSolver& solver() { return solver_; }

  /// Solves one row in Bullet's iteration. Returns false for rows that touch no group.
  bool resolve(const btSolverConstraint& constraint, btScalar& delta_impulse);
  bool resolve_push(const btSolverConstraint& constraint, btScalar& delta_impulse);

 private:
  /// The changes by which Bullet pushes bodies apart without a velocity.
  class Pushes final : public RowBodies {
   public:
    btAlignedObjectArray<btSolverBody>* bodies = nullptr;

    Vector6 change(int body) override;
    void set_change(int body, const Vector6& change) override;
  };

  Vector6 change(int body) override { return changes_.of(body); }
  void set_change(int body, const Vector6& change) override { changes_.set(body, change); }
  int body_count() const override { return bodies_->size(); }
  void set_impulse(int row, double impulse) override;
  void restore_impulses() override;

  void add(Pool pool, std::span<const int> place, double relaxation);
  EngineRow row_of(Pool pool, const btSolverConstraint& constraint, double relaxation) const;
  int find(const btSolverConstraint& row) const;

  btConstraintArray* pools_[pool_count] = {};
  btAlignedObjectArray<btSolverBody>* bodies_ = nullptr;
  std::vector<int> row_of_[pool_count];  ///< per row of the pool: its index in rows_, or -1
  std::vector<btScalar> start_impulses_[pool_count];  ///< impulses of warm starts, of all rows
  std::vector<EngineRow> rows_;
  std::vector<btSolverConstraint*> constraints_;  ///< parallel to rows_
  VelocityChanges changes_;
  Pushes pushes_;
  RowSolver solver_;
};

}  // namespace condyle::bullet
