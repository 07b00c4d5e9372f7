#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/src/solver/block_matrix.h"
#include "core/src/solver/group.h"
#include "core/src/solver/soft_directions.h"

namespace condyle {

class FewBodies;

/// The change of one body's velocity by an impulse.
struct BodyChange {
  int body = -1;  ///< index in the group
  Vector6 velocity = Vector6::Zero();
};

/// Solves the common step of a group
///
///     M (u - u*) = dt W(u) + J^T L
///
/// with the velocities u at the end of the step, the free velocities u*, the contact and ligament
/// forces W at the pose and velocity to which u leads, and the engine's impulses J^T L. Newton's
/// method: each pass solves (M + dt^2 K + dt D) du = -residual. With u = u* + B y, B B^T = M^-1,
/// the matrix is I + B^T (dt^2 K + dt D) B, which is well scaled, and regular even if axes are
/// locked. The derivatives K and D cost several times as much as the forces. After the first pass,
/// the matrix is therefore updated from the forces alone (Broyden 1965), and evaluated anew only
/// where that converges slowly. With many bodies, most of its blocks are 0 (BlockMatrix). If a few
/// bodies among many are far from balance, they get passes of their own (few_bodies.h).
class GroupSolver {
 public:
  /// Keeps a reference to the group, whose motions it sets.
  explicit GroupSolver(Group& group);
  ~GroupSolver();

  const Group& group() const { return group_; }

  /// Starts a (sub-)step of `dt` [s] at the bodies' velocities, with engine impulses L = 0.
  void begin(double dt);
  /// As begin(), at velocities given by the state() of a solver.
  void begin_at(double dt, const Eigen::VectorXd& state);

  double step() const { return dt_; }  ///< length of the (sub-)step [s]

  /// Continues from the present velocities after pairs were linearised again or held back.
  void begin_again();

  /// Evaluates forces at the present velocities. Returns the residual over the step's momentum. If
  /// that is above `tolerance`, or there is no matrix yet, also updates the matrix.
  /// An imbalance of `enough` counts as reached too.
  double linearise(double tolerance, double enough = 0);

  /// Whether the residual of the last evaluation and the changes by the engine's impulses since
  /// then are together still within the tolerance.
  bool is_balanced(double tolerance) const;

  /// Work [J] that the residual of the last evaluation does on the bodies, as an impulse without a
  /// cause. Call right after linearise().
  double work_of_imbalance() const;

  /// Whether work_of_imbalance() is too much: more than a hundredth of the sum of the bodies'
  /// kinetic energy at the start, of the energy that external forces would give them in the
  /// engine's `whole_step` [s], and of the energy of the engine's rows. `wanted` as in
  /// is_plausible().
  bool gains_by_imbalance(double whole_step, double wanted) const;

  /// The velocities solved so far, less the free ones, in mass-root coordinates.
  const Eigen::VectorXd& state() const { return y_; }
  /// Norm of the residual of the last evaluation, in mass-root coordinates.
  double imbalance() const { return imbalance_; }
  /// Whether no force of the last evaluation is a guess for the next pass.
  bool is_consistent() const { return is_consistent_; }

  /// The step's momentum at the last evaluation, in mass-root coordinates.
  double scale() const { return scale_; }

  /// The body with the largest residual at the last evaluation, or -1.
  int least_balanced_body() const;

  /// Call before further passes if the engine's impulses have changed since the last pass.
  void resume();

  /// Switches to the symmetric matrix with K = sum k g g^T, which converges more slowly but never
  /// reverses an impulse of the engine. linearise() switches to it if the exact matrix does not
  /// converge, until the residual has come down.
  void make_safe();
  bool is_safe() const { return safe_.is_on; }

  /// Changes whenever response() changes.
  int factorings() const { return factorings_; }

  /// Makes one Newton pass from the last linearisation. If the engine has rows, it then solves them
  /// with response() and sets their impulses. end_pass() ends the pass.
  void advance();

  /// Shortens the pass, with the change of the engine's impulses in it, if it overshoots. Returns
  /// the part of it that was made (1: all). `rows_hold`: the velocities before and after the pass
  /// satisfy the engine's rows, or there are none. Otherwise there is no measure of how far to go,
  /// and the pass is not shortened.
  double end_pass(bool rows_hold);

  /// Appends the changes of velocity per impulse of the engine along the row J = (6 entries for
  /// body_a, 6 for body_b; a body of -1 has none). All bodies to which contact and strands carry
  /// the impulse are appended, in ascending order.
  void response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                std::vector<BodyChange>& changes);

  /// Sets the engine's impulses: the sum of J^T L over its rows, 6 entries per body. Also updates
  /// the velocities by the last linearisation, if there is one.
  void set_engine_impulse(const Eigen::VectorXd& impulse);

  /// Rough scale of the momenta that act in the step, in mass-root coordinates: the sum of scale()
  /// at the first evaluation, of the bodies' free motion, and `wanted`, the change of velocity that
  /// the engine's rows want.
  double plausible_scale(double wanted) const;

  /// Whether the velocities can follow from plausible_scale(). The bound is far from sharp.
  bool is_plausible(double wanted) const;

  /// Kinetic energy that contact and ligaments have added so far [J].
  double gain() const;

  /// Impulse of the engine on body `i` in the (sub-)step [N m s, N s].
  Vector6 engine_impulse(int i) const;

  /// Twice the kinetic energy of the engine's impulses alone [J].
  double engine_energy() const { return engine_.squaredNorm(); }

  /// Velocity of body `i` at the end of the step, as solved so far.
  Vector6 velocity(int i) const;

  /// Velocity of body `i` minus its displacement over the step's length; 0 except in soft
  /// directions.
  Vector6 lag(int i) const;

  /// Kinetic energy that forces and engine impulses have added over the mean velocity of the
  /// (sub-)step, external forces excluded [J].
  double added_energy() const;

  /// Replaces Newton's passes: applies only the forces at the start of the step, over `dt` [s].
  void apply_explicitly(double dt);

 private:
  /// What the matrix is made of.
  enum class MatrixState {
    none,
    older,        ///< derivatives at other velocities, possibly updated from forces
    derivatives,  ///< the derivatives of the last evaluation
  };
  /// The symmetric matrix in place of the exact one.
  struct SafeMatrix {
    bool is_on = false;
    double exact_below = 0;  ///< residual below which the exact one is tried again; 0: never
  };
  /// The last pass since pairs were linearised: the state before it, and its direction. `left`: y
  /// minus dt times the forces.
  struct Pass {
    bool is_made = false;
    bool is_shortened = false;
    Eigen::VectorXd y, left, engine, direction;
  };

  int body_count() const { return group_.body_count(); }
  void evaluate_forces(Linearisation);
  void gather_motions(const GroupStrand&);
  void evaluate_strand(const GroupStrand&, Linearisation);
  void couple();
  void couple_all();
  void scale(int a, int b);
  void assemble();
  void factor();
  bool factor_by_secant();
  void find_soft_directions();
  void copy_matrix(SoftDirections::Matrix& dense);
  void soften_matrix();
  double search_line(double start_slope);
  double residual();
  StepMotion body_motion(int i) const;
  void move_on();
  void add_up_forces();
  void iterate_few();

  Group& group_;
  double dt_ = 0;
  std::int64_t move_ = 0;  ///< number of changes of the group's motions
  // In mass-root coordinates, 6 entries per body:
  Eigen::VectorXd y_, engine_, force_, residual_, solution_, change_;
  Pass pass_;

  std::vector<Coupling> couplings_;  ///< pairs of coupled bodies, each once, ascending
  BlockMatrix matrix_;
  MatrixState matrix_state_ = MatrixState::none;
  SafeMatrix safe_;
  int factorings_ = 0;

  std::int64_t evaluated_at_ = -1;    ///< move_ at which all forces were evaluated; -1: none
  bool is_consistent_ = true;         ///< no force is a guess for the next pass
  double tolerance_ = 0;              ///< tolerance of the last linearise()
  double imbalance_ = 0, scale_ = 0;  ///< norms of the residual and of the largest term
  double start_scale_ = 0;            ///< scale_ at the first evaluation
  double last_residual_ = 0;          ///< relative residual before the pass
  int poor_passes_ = 0;

  SoftDirections* soft_ = nullptr;  ///< null unless the (sub-)step has soft directions
  // Made when they are first needed, then kept:
  std::unique_ptr<SoftDirections> soft_storage_;
  std::unique_ptr<FewBodies> few_;
  /// Motions of the bodies of the strand for which gather_motions() was called.
  std::vector<const StepMotion*> strand_motions_;
};

}  // namespace condyle
