#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/src/solver/group.h"
#include "core/src/solver/group_forces.h"
#include "core/src/solver/group_matrix.h"
#include "core/src/solver/soft_directions.h"

namespace condyle {

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
/// where that converges slowly. With many bodies, most of its blocks are 0 (BlockMatrix).
class GroupSolver {
 public:
  /// Keeps a reference to the group, whose motions it sets.
  explicit GroupSolver(Group& group) : group_(group) {}

  const Group& group() const { return group_; }

  /// Starts a (sub-)step of `dt` [s] at the bodies' velocities, with engine impulses L = 0.
  void begin(double dt);

  double step() const { return dt_; }  ///< length of the (sub-)step [s]

  /// Continues from the present velocities after pairs were linearised again or held back.
  void begin_again();

  /// Evaluates forces at the present velocities. Returns the residual over the step's momentum. If
  /// that is above `tolerance`, or there is no matrix yet, also updates the matrix.
  double linearise(double tolerance);

  /// Whether the residual of the last evaluation and the changes by the engine's impulses since
  /// then are together still within the tolerance.
  bool is_balanced(double tolerance) const;

  // In mass-root coordinates, 6 entries per body:
  /// The velocities solved so far, less the free ones.
  const Eigen::VectorXd& state() const { return y_; }
  /// The engine's impulses.
  const Eigen::VectorXd& engine_impulses() const { return engine_; }
  /// What the last evaluation left unbalanced. Valid right after linearise().
  const Eigen::VectorXd& left_over() const { return residual_; }

  /// The step's momentum at the last evaluation, in mass-root coordinates.
  double scale() const { return norms_.scale; }

  /// Call before further passes if the engine's impulses have changed since the last pass.
  void resume();

  /// Switches to the symmetric matrix with K = sum k g g^T, which converges more slowly but never
  /// reverses an impulse of the engine. linearise() switches to it if the exact matrix does not
  /// converge, until the residual has come down.
  void make_safe();
  bool is_safe() const { return safe_.is_on; }

  /// Changes whenever response() changes.
  int factorings() const { return matrix_.factorings(); }

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
                std::vector<BodyChange>& changes) {
    matrix_.response(body_a, J_a, body_b, J_b, changes);
  }

  /// Sets the engine's impulses: the sum of J^T L over its rows, 6 entries per body. Also updates
  /// the velocities by the last linearisation, if there is one.
  void set_engine_impulse(const Eigen::VectorXd& impulse);

  /// Rough scale of the momenta that act in the step, in mass-root coordinates: the sum of scale()
  /// at the first evaluation, of the bodies' free motion, and `wanted`, the change of velocity that
  /// the engine's rows want.
  double plausible_scale(double wanted) const;

  /// Whether the velocities can follow from plausible_scale(). The bound is far from sharp.
  bool is_plausible(double wanted) const;

  /// Impulse of the engine on body `i` in the (sub-)step [N m s, N s].
  Vector6 engine_impulse(int i) const;

  /// Velocity of body `i` at the end of the step, as solved so far.
  Vector6 velocity(int i) const;

  /// Velocity of body `i` minus its displacement over the step's length; 0 except in soft
  /// directions.
  Vector6 lag(int i) const;

  /// Replaces Newton's passes: applies only the forces at the start of the step, over `dt` [s].
  void apply_explicitly(double dt);

 private:
  enum class MatrixState {
    none,
    older,        ///< derivatives at other velocities, possibly updated from forces
    derivatives,  ///< the derivatives of the last evaluation
  };
  /// The symmetric matrix in place of the exact one.
  struct SafeMatrix {
    bool is_on = false;
    double exact_below = 0;  ///< residual below which the exact one is tried again; 0: never
    int poor_passes = 0;     ///< passes with the exact one that reduced the residual little
  };
  /// The last pass since pairs were linearised: the state before it, and its direction. `left`: y
  /// minus dt times the forces.
  struct Pass {
    bool is_made = false;
    bool is_shortened = false;
    double residual_before = 0;  ///< relative residual before the pass
    Eigen::VectorXd y, left, engine, direction;
  };
  /// Norms at the last evaluation, in mass-root coordinates.
  struct Norms {
    double residual = 0, scale = 0;  ///< of the residual and of the largest term
    double scale_at_start = 0;       ///< `scale` at the first evaluation
    bool are_consistent = true;      ///< no force is a guess for the next pass
  };

  void evaluate_forces(Linearisation linearisation) { forces_.evaluate(dt_, linearisation); }
  void factor();
  bool factor_by_secant();
  void find_soft_directions();
  double search_line(double start_slope);
  double residual();
  StepMotion body_motion(int i) const;
  void move_on();

  Group& group_;
  GroupForces forces_{group_};
  GroupMatrix matrix_{group_};
  double dt_ = 0;
  // In mass-root coordinates, 6 entries per body:
  Eigen::VectorXd y_, engine_, residual_;
  Eigen::VectorXd step_, change_;  ///< scratch
  Norms norms_;
  Pass pass_;
  MatrixState matrix_state_ = MatrixState::none;
  SafeMatrix safe_;
  /// Made when they are first needed, then kept; `soft_` is null unless the (sub-)step has them.
  std::unique_ptr<SoftDirections> soft_storage_;
  SoftDirections* soft_ = nullptr;
};

}  // namespace condyle
