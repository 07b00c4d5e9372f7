#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/src/solver/block_matrix.h"
#include "core/src/solver/linearised_contact.h"
#include "core/src/solver/linearised_strand.h"
#include "core/src/solver/soft_directions.h"

namespace condyle {

/// A dynamic body of a group at the start of a (sub-)step. Velocities are (angular, linear) at the
/// centre of mass, in the world frame.
struct GroupBody {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();  ///< velocity at the start of the (sub-)step
  /// Velocity after the step's external impulses, before contact.
  Vector6 free_velocity = Vector6::Zero();
  Matrix6 mass_root = Matrix6::Zero();          ///< symmetric B with B B^T = inverse mass matrix
  Matrix6 mass_root_inverse = Matrix6::Zero();  ///< pseudo-inverse of mass_root: locked axes stay 0
  double inverse_mass = 0;
  /// Something outside the group holds the body (held_bodies.h): it may have soft directions
  /// (ContactGroup::soft_part), and has moved arms (StepMotion::has_moved_arms).
  bool is_held = false;
};

/// Sets mass_root and its pseudo-inverse from the inverse mass per world axis and the inverse
/// inertia tensor in the world frame. Either may be singular if axes are locked.
void set_mass(GroupBody& body, const Eigen::Vector3d& inverse_mass,
              const Eigen::Matrix3d& inverse_inertia_W);

/// A body of a pair or strand: a body of the group, or one whose motion is given.
struct GroupEnd {
  int body = -1;   ///< index in ContactGroup::bodies, or -1
  int given = -1;  ///< if body is -1: index in ContactGroup::given
};

struct GroupPair {
  GroupEnd casting, target;
  LinearisedContact* contact = nullptr;
  PairForces forces;  ///< forces of the last evaluation
  /// The group's move at which `forces` were evaluated; -1: none, or `contact` has changed since.
  std::int64_t move = -1;
};

struct GroupStrand {
  std::span<const GroupEnd> ends;  ///< bodies of the strand's path, in their order
  LinearisedStrand* strand = nullptr;
};

/// The change of one body's velocity by an impulse.
struct BodyChange {
  int body = -1;  ///< index in the group
  Vector6 velocity = Vector6::Zero();
};

/// The dynamic bodies that pairs and strands couple, and the solver of their common step
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
/// bodies among many are far from balance, they get passes of their own (few_bodies.cpp).
class ContactGroup {
 public:
  std::vector<GroupBody> bodies;
  std::vector<StepMotion> given;  ///< motions of bodies outside the group
  std::vector<GroupPair> pairs;
  std::vector<GroupStrand> strands;

  /// Weight of the midpoint rule in soft directions of bodies that are held, from 0 to 1: that part
  /// of the displacement follows the mean of the velocities at the start and the end of the
  /// (sub-)step (soft_directions.cpp).
  double soft_part = 0;

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

  /// Work [J] that the residual of the last evaluation does on the bodies, as an impulse without a
  /// cause. Call right after linearise().
  double work_of_imbalance() const;

  /// Whether work_of_imbalance() is too much: more than a hundredth of the sum of the bodies'
  /// kinetic energy at the start, of the energy that external forces would give them in the
  /// engine's `whole_step` [s], and of the energy of the engine's rows. `wanted` as in
  /// is_plausible().
  bool gains_by_imbalance(double whole_step, double wanted) const;

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
  bool is_safe() const { return !exact_; }

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

  /// Motion of a body at the present velocities, valid until they change.
  const StepMotion& motion(const GroupEnd& end) const {
    return end.body >= 0 ? motions_[end.body] : given[end.given];
  }

  /// Energy [J] that a strand stores at the end of a (sub-)step in which bodies move by the mean.
  double energy_at_end(const GroupStrand& strand);

  /// Replaces Newton's passes: applies only the forces at the start of the step, over `dt` [s].
  void apply_explicitly(double dt);

 private:
  int body_count() const { return static_cast<int>(bodies.size()); }
  void evaluate_forces(Linearisation);
  void add_force(const GroupEnd& a, const GroupEnd& b, const PairForces&);
  void add_slope(const GroupEnd& a, const GroupEnd& b, const PairForces&);
  void gather_motions(const GroupStrand&);
  void evaluate_strand(const GroupStrand&, Linearisation);
  void add_force(const GroupStrand&);
  void add_slope(const GroupStrand&);
  void couple();
  void scale(int a, int b);
  void assemble();
  void factor();
  bool factor_by_secant();
  double search_line(double start_slope);
  double residual();
  bool are_consistent() const;
  StepMotion body_motion(int i) const;
  void move_on();
  void add_up_forces();

  // Soft directions (soft_directions.cpp).
  void begin_soft_directions();
  void find_soft_directions();
  void clear_free_bodies();
  void soften_start();
  void soften_end();
  Vector6 displacement_to_end(int i) const;
  void couple_all();
  void copy_matrix(SoftDirections::Matrix& dense);
  void soften_matrix();

  // Passes of few bodies (few_bodies.cpp).
  void iterate_few();
  bool choose_few();
  void gather_few();
  bool balance_few();
  void take_few(bool balanced);

  double dt_ = 0;
  std::vector<StepMotion> motions_;  ///< per body: motion at the velocities of y_
  std::int64_t move_ = 0;            ///< number of changes of motions_
  /// Motions of the bodies of the strand for which gather_motions() was called.
  std::vector<const StepMotion*> strand_motions_;
  bool exact_ = true;
  bool factored_ = false;
  bool is_evaluated_ = false;  ///< forces have been evaluated at y_
  bool is_shortened_ = false;  ///< the last pass was shortened
  bool is_consistent_ = true;  ///< no force is a guess for the next pass
  bool is_true_ = false;       ///< the matrix holds derivatives, without a secant update
  bool has_passed_ = false;    ///< a pass was made since pairs were linearised
  int factorings_ = 0;
  double imbalance_ = 0, scale_ = 0;  ///< norms of the residual and of the largest term
  double start_scale_ = 0;            ///< scale_ at the first evaluation
  double last_residual_ = 0;          ///< relative residual at last_y_
  double exact_below_ = 0;  ///< residual below which the exact matrix is tried again; 0: never
  int poor_passes_ = 0;
  Eigen::VectorXd y_, engine_, force_, residual_, direction_,
      solution_;  // in mass-root coordinates
  /// Before the last pass: y, y minus dt times the forces, and the engine's impulses. change_:
  /// change since then of y minus dt times the forces.
  Eigen::VectorXd last_y_, last_left_, last_engine_, change_;
  std::vector<Coupling> couplings_;  ///< pairs of coupled bodies, each once, ascending
  BlockMatrix matrix_;

  bool has_soft_directions_ = false, knows_softness_ = false;
  std::unique_ptr<SoftDirections> soft_;  ///< made when it is first needed, then kept

  double tolerance_ = 0;  ///< tolerance of the last linearise()
  double few_below_ = 0;  ///< imbalance at which passes of few bodies end
  std::unique_ptr<ContactGroup> few_;
  std::vector<int> few_bodies_, few_pairs_;  ///< indices of bodies and pairs, ascending
  std::vector<int> few_place_;               ///< per body: index in few_bodies_, or -1
  std::vector<int> few_given_;  ///< per body: index in the motions given to the few, or -1
};

}  // namespace condyle
