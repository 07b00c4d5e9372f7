#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>
#include <vector>

#include "core/src/solver/contact_group.h"
#include "core/src/solver/engine_rows.h"
#include "plugin/bullet/src/row_work.h"
#include "plugin/bullet/src/velocity_changes.h"

namespace condyle::bullet {

/// Bullet's rows (joint, motor, contact, friction) that touch a group, solved with the group's mass
/// matrix: an impulse along such a row moves all bodies of the group.
class GroupRows final : public EngineRows {
 public:
  enum Pool { joint, contact, friction, rolling_friction, pool_count };

  /// Collects the rows. `place` contains, for each solver body, its index in the group or -1;
  /// `relaxation` is Bullet's m_sor, which contact and friction rows carry in their diagonals;
  /// iterate() solves the rows `iterations` times.
  void gather(btConstraintArray* const (&pools)[pool_count],
              btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place,
              ContactGroup& group, double relaxation, int iterations);

  bool empty() const override { return rows_.empty(); }
  bool hold(std::span<GroupBody> bodies) const override;
  void begin_step(bool is_divided) override;
  void give_back() override;
  void begin_substep(double share) override;
  void restart_substep() override;
  void update() override;  ///< also writes the group's velocities to Bullet
  bool iterate() override;
  void shorten(double part) override;
  void collect() override;
  bool solve_joints_directly() override;  ///< see direct_joint_solve.cpp
  double violation() override;
  double wanted_motion() const override;
  RowWork work_of_substep() const override;  ///< see row_work.cpp
  void end_substep() override;
  void end_step() override;

  /// Solves one row in Bullet's iteration. Returns false for rows that touch no group.
  bool resolve(const btSolverConstraint& constraint, btScalar& delta_impulse);
  bool resolve_push(const btSolverConstraint& constraint, btScalar& delta_impulse);

  /// Whether the rows of the group keep their impulses in Bullet's iteration.
  bool keep_impulses = false;

 private:
  struct Row {
    btSolverConstraint* constraint = nullptr;
    btSolverConstraint* normal = nullptr;  ///< contact row whose impulse bounds this friction
    Pool pool = joint;
    int place[2] = {-1, -1};   ///< indices of bodies A and B in the group, or -1
    Vector6 J[2];              ///< (angular, linear) of bodies A and B
    double plain_inverse = 0;  ///< J M^-1 J^T of bodies outside the group
    double wanted = 0;         ///< wanted velocity of the group's part of the row
    double correction = 0;     ///< wanted velocity of the whole row, for example to close a gap
    double substep_error = 0;  ///< `wanted` minus the sub-step's free velocity
    double compliance = 0;     ///< velocity per impulse
    double mass_inverse = 0;   ///< Bullet's own J M^-1 J^T
    double diagonal = 0;       ///< impulse per missing velocity, with the relaxation
    double impulse = 0;        ///< Bullet's m_appliedImpulse in double precision
    bool is_direct = false;    ///< solved together with all other direct rows
    double relaxation = 1;
    double lower = 0, upper = 0;  ///< limits of the impulse over the whole step
    double warm_start = 0;        ///< impulse of the warm start
    double total = 0;             ///< impulse of the sub-steps so far
    double before_substep = 0;    ///< impulse before the sub-step
    double before_pass = 0;       ///< impulse before the last iterate()
  };

  static bool is_unlimited(const Row& row);
  void add(Pool pool, btConstraintArray& rows, btConstraintArray& contacts);
  Row* find(const btSolverConstraint& row);
  double free_velocity(const Row& row) const;
  double delta_velocity(const Row& row);
  double push_velocity(const Row& row) const;
  static void set_impulse(Row& row, double impulse);
  static int body_of(const Row& row, int side);
  std::span<const BodyChange> response(std::size_t i) const;
  Vector6 response(std::size_t i, int body) const;
  Vector6 plain_response(const Row& row, int side) const;
  void write_velocities();
  bool update_rows();
  bool update_row(std::size_t i);
  void apply(const Row& row, double impulse, bool push);
  void apply_plain(const Row& row, int side, double impulse, bool push);
  void add_velocity(int body, const Vector6& change, bool push);
  double bounded(const Row& row, double impulse) const;
  double turn(Row& row);

  // Joints solved together (direct_joint_solve.cpp).
  double coupling(std::size_t i, std::size_t k) const;
  double plain_coupling(std::size_t i, std::size_t k) const;
  template <class Coupling>
  void fill_direct_matrix(const Coupling& coupling);
  void limit_corrections();
  void factor_directly();
  double freedom(std::size_t i);
  void solve_directly(bool push);

  btConstraintArray* pools_[pool_count] = {};
  btAlignedObjectArray<btSolverBody>* bodies_ = nullptr;
  std::span<const int> place_;
  ContactGroup* group_ = nullptr;
  std::vector<Row> rows_;
  std::vector<int> row_of_[pool_count];  ///< per row of the pool: its index in rows_, or -1
  std::vector<btScalar> start_impulses_[pool_count];  ///< impulses of warm starts, of all rows
  std::vector<int> solver_bodies_;     ///< per body of the group: index of its solver body
  std::vector<BodyChange> responses_;  ///< responses of the rows, one row after another
  /// Per row: index of its first response in responses_. Then the end of the last row's responses.
  std::vector<std::size_t> response_starts_;
  Eigen::VectorXd impulse_;  ///< sum J^T L
  VelocityChanges changes_;
  VelocityChanges::Kept start_changes_, substep_changes_;
  bool has_joints_to_solve_ = false;  ///< some joints could be solved together, but are not yet
  bool is_direct_solve_ = false;
  std::vector<std::size_t> direct_;  ///< indices of rows solved together
  Eigen::MatrixXd direct_matrix_;    ///< velocity along one row per impulse along another
  Eigen::VectorXd direct_error_, direct_impulse_;
  Eigen::PartialPivLU<Eigen::MatrixXd> direct_factors_;
  bool is_divided_ = false;
  int iterations_ = 0;
  int updated_at_ = -1;  ///< value of ContactGroup::factorings() for which responses_ are valid
};

}  // namespace condyle::bullet
