#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>
#include <vector>

#include "condyle/bullet/row_work.h"
#include "condyle/solver/contact_group.h"

namespace condyle::bullet {

/// The rows of Bullet's own (joint, motor, contact, friction) that touch a group, solved with the
/// group's mass matrix: an impulse along such a row moves all bodies of the group.
class GroupRows {
 public:
  enum Pool { joint, contact, friction, rolling_friction, pool_count };

  /// Collects the rows. `place` has, for each solver body, its index in the group or -1;
  /// `relaxation` is Bullet's m_sor, which contact and friction rows carry in their diagonals.
  void gather(btConstraintArray* const (&pools)[pool_count],
              btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place,
              ContactGroup& group, double relaxation);

  bool empty() const { return rows_.empty(); }

  /// Back to the state that Bullet's set-up left, for a step that is divided into sub-steps or not.
  /// Warm starts hold for one whole step only; sub-steps start from 0.
  void begin_step(bool is_divided);

  /// Starts a sub-step: right-hand sides for its free velocities, impulses and their limits for its
  /// share (> 0, <= 1) of the step.
  void begin_substep(double share);

  /// Diagonals and responses for the group's present matrix, made safe where an effective mass
  /// would not be positive; the group's velocities to Bullet.
  void update();

  /// Solves the rows `iterations` times over and hands their impulses to the group. False where
  /// that leads away from a solution, which it can: the group's exact matrix is not symmetric.
  bool iterate(int iterations);

  /// From now to the end of the step all that joints hold without a limit is solved at once, by
  /// elimination: dearer, but it needs no symmetric matrix, nor a definite one. False where
  /// there is no such row, or where that is so already.
  bool solve_joints_at_once();

  /// By how much the rows want to change the sub-step's free velocity, in mass-root coordinates.
  double wanted_motion() const;

  /// Back to the state that begin_substep() left.
  void restart_substep();

  /// Hands impulses found elsewhere (Bullet's own iteration) to the group.
  void collect();

  /// What the sub-step's impulses have done on bodies of the group (row_work.cpp). Before
  /// end_substep().
  RowWork work_of_substep() const;

  /// Adds up the sub-step's impulses.
  void end_substep();

  /// Rows hold the impulses of the whole step from here on.
  void end_step();

  /// One row's turn in Bullet's iteration. Returns false for rows of no group.
  bool resolve(const btSolverConstraint& row, btScalar& delta_impulse);
  bool resolve_push(const btSolverConstraint& row, btScalar& delta_impulse);

  /// While frozen, rows of the group keep their impulses in Bullet's iteration.
  bool frozen = false;

 private:
  struct Row {
    btSolverConstraint* constraint = nullptr;
    btSolverConstraint* normal = nullptr;  ///< the contact row whose impulse bounds this friction
    Pool pool = joint;
    int place[2] = {-1, -1};   ///< of bodies A and B in the group, or -1
    Vector6 J[2];              ///< (angular, linear) of bodies A and B
    double plain_inverse = 0;  ///< J M^-1 J^T of a body outside the group
    double wanted = 0;         ///< velocity of the group's part of the row
    double substep_error = 0;  ///< what the sub-step's free velocity lacks of it
    double compliance = 0;     ///< velocity per impulse
    double mass_inverse = 0;   ///< Bullet's own J M^-1 J^T
    bool is_held = false;      ///< an equality, solved with all others at once
    double relaxation = 1;
    double lower = 0, upper = 0;  ///< of the whole step
    double warm_start = 0;        ///< impulse
    double total = 0;             ///< impulse of the sub-steps done
    double before_substep = 0;    ///< impulse
  };

  static bool is_unlimited(const Row& row);
  void add(Pool pool, btConstraintArray& rows, btConstraintArray& contacts);
  Row* find(const btSolverConstraint& row);
  double free_velocity(const Row& row) const;
  double delta_velocity(const Row& row, bool push) const;
  static int body_of(const Row& row, int side);
  std::span<const BodyChange> response(std::size_t i) const;
  Vector6 response(std::size_t i, int body) const;
  Vector6 plain_response(const Row& row, int side) const;
  void write_velocities();
  bool update_rows();
  bool update_row(std::size_t i);
  void apply(const Row& row, double impulse, bool push);
  void apply_plain(const Row& row, int side, double impulse, bool push);
  void apply_response(const Row& row, double impulse, bool push);
  double bounded(const Row& row, double impulse) const;
  double turn(Row& row);
  void keep_velocities(std::vector<btVector3>& kept) const;
  void put_velocities(const std::vector<btVector3>& kept);

  // Of joints that are solved at once (held_rows.cpp).
  double coupling(std::size_t i, std::size_t k) const;
  void factor_held();
  double freedom(std::size_t i);
  void solve_held(bool push);

  btConstraintArray* pools_[pool_count] = {};
  btAlignedObjectArray<btSolverBody>* bodies_ = nullptr;
  std::span<const int> place_;
  ContactGroup* group_ = nullptr;
  std::vector<Row> rows_;
  std::vector<int> row_of_[pool_count];       ///< by index in the pool, or -1
  std::vector<int> solver_bodies_;            ///< of each body of the group
  std::vector<BodyChange> responses_;         ///< of one row after the other
  std::vector<std::size_t> response_starts_;  ///< by row, and where the last one ends
  Eigen::VectorXd impulse_;                   ///< sum J^T L
  std::vector<btVector3> start_velocities_;   ///< of all solver bodies: (linear, angular) changes
  std::vector<btVector3> substep_velocities_;
  bool can_hold_ = false;  ///< there are joints that could be solved at once, and are not
  bool is_at_once_ = false;
  std::vector<std::size_t> held_;  ///< rows
  Eigen::MatrixXd held_matrix_;    ///< velocity along one per impulse along another
  Eigen::VectorXd held_error_, held_impulse_;
  Eigen::PartialPivLU<Eigen::MatrixXd> held_factors_;
  bool is_divided_ = false;
  int updated_at_ = -1;  ///< the group's factoring that responses_ are of
};

}  // namespace condyle::bullet
