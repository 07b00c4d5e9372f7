#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <span>
#include <vector>

#include "core/src/solver/engine_rows.h"
#include "core/src/solver/group_solver.h"
#include "core/world/src/engine_row.h"

namespace condyle {

/// An engine's rows that touch a group, solved with the group's mass matrix: an impulse along such
/// a row moves all bodies of the group.
class RowSolver final : public EngineRows {
 public:
  /// Starts a step with these rows, of which each has a body in the group; a contact's row comes
  /// before its friction. `place` contains, for each body of the engine, its index in the group or
  /// -1; iterate() solves the rows `iterations` times. Keeps the references.
  void gather(std::span<const EngineRow> rows, RowEngine& engine, std::span<const int> place,
              GroupSolver& group, int iterations);

  bool empty() const override { return rows_.empty(); }
  bool are_solved_at_once() const override { return direct_.size() == rows_.size(); }
  bool hold(std::span<GroupBody> bodies) const override;
  void begin_step(bool is_divided) override;
  void give_back() override;
  void begin_substep(double share) override;
  void restart_substep() override;
  void update() override;  ///< also writes the group's velocities to the engine
  bool iterate() override;
  void shorten(double part) override;
  void collect() override;
  bool solve_joints_directly() override;  ///< see direct_joint_solve.cpp
  double violation() override;
  double wanted_motion() const override;
  RowWork work_of_substep() const override;
  void end_substep() override;
  void end_step() override;

  // For an engine that goes on iterating on all of its rows, after IslandStep::solve():

  /// Whether the rows keep their impulses.
  bool keep_impulses = false;

  /// Solves one row. Returns the change of its impulse; 0 for rows that are solved together, of
  /// which the first solves all.
  double resolve(int index);

  /// Impulse per missing velocity, with the relaxation.
  double diagonal(int row) const { return rows_[row].diagonal; }
  double compliance(int row) const { return rows_[row].compliance; }

  // Impulses that act on other changes than those of the velocities, such as of positions:
  double velocity_along(int row, RowBodies& bodies) const;
  void apply(int row, double impulse, RowBodies& bodies);
  /// Lets the joints that are solved together undo what velocity they have.
  void hold_joints(RowBodies& bodies);

 private:
  struct Row : EngineRow {
    int place[2] = {-1, -1};     ///< indices of the bodies in the group, or -1
    double inverse_outside = 0;  ///< J M^-1 J^T of bodies outside the group
    double wanted = 0;           ///< wanted velocity of the group's part of the row
    double correction = 0;       ///< wanted velocity of the whole row, for example to close a gap
    double substep_error = 0;    ///< `wanted` minus the sub-step's free velocity
    double diagonal = 0;         ///< impulse per missing velocity, with the relaxation
    double impulse = 0;
    bool is_direct = false;               ///< solved together with all other direct rows
    double lower_now = 0, upper_now = 0;  ///< limits within the sub-step
    double total = 0;                     ///< impulse of the sub-steps so far
    double before_substep = 0;            ///< impulse before the sub-step
    double before_pass = 0;               ///< impulse before the last iterate()
  };

  static bool is_unlimited(const Row& row);
  void add(const EngineRow& given, std::span<const int> place);
  double free_velocity(const Row& row) const;
  void set_impulse(Row& row, double impulse);
  double velocity_along(const Row& row, RowBodies& bodies) const;
  std::span<const BodyChange> response(std::size_t i) const;
  Vector6 response(std::size_t i, int body) const;
  void write_velocities();
  bool update_rows();
  bool update_row(std::size_t i);
  void apply(const Row& row, double impulse, RowBodies& bodies);
  void apply_outside(const Row& row, int side, double impulse, RowBodies& bodies);
  double bounded(const Row& row, double impulse) const;
  double turn(Row& row);
  void keep(std::vector<Vector6>& changes);
  void put(const std::vector<Vector6>& changes);

  // Joints solved together (direct_joint_solve.cpp).
  double coupling(std::size_t i, std::size_t k) const;
  double plain_coupling(std::size_t i, std::size_t k) const;
  template <class Coupling>
  void fill_direct_matrix(const Coupling& coupling);
  void limit_corrections();
  void factor_directly();
  double freedom(std::size_t i);
  void solve_directly();

  RowEngine* engine_ = nullptr;
  GroupSolver* group_ = nullptr;
  std::vector<Row> rows_;
  std::vector<int> bodies_;            ///< per body of the group: index of the engine's body
  std::vector<BodyChange> responses_;  ///< responses of the rows, one row after another
  /// Per row: index of its first response in responses_. Then the end of the last row's responses.
  std::vector<std::size_t> response_starts_;
  Eigen::VectorXd impulse_;                               ///< sum J^T L
  std::vector<Vector6> start_changes_, substep_changes_;  ///< per body of the engine
  bool has_joints_to_solve_ = false;  ///< some joints could be solved together, but are not yet
  bool is_direct_solve_ = false;
  std::vector<std::size_t> direct_;  ///< indices of rows solved together
  Eigen::MatrixXd direct_matrix_;    ///< velocity along one row per impulse along another
  Eigen::VectorXd direct_error_, direct_impulse_;
  Eigen::PartialPivLU<Eigen::MatrixXd> direct_factors_;
  bool is_divided_ = false;
  int iterations_ = 0;
  int updated_at_ = -1;  ///< value of GroupSolver::factorings() for which responses_ are valid
};

}  // namespace condyle
