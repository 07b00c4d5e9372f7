#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "condyle/solver/block_matrix.h"
#include "condyle/solver/frozen_contact.h"
#include "condyle/solver/frozen_strand.h"

namespace condyle {

/// A dynamic body of a group at the start of a (sub-)step. Velocities are (angular, linear) of the
/// centre of mass in the world frame.
struct GroupBody {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();       ///< at the start
  Vector6 free_velocity = Vector6::Zero();  ///< with the step's external impulses, before contact
  Matrix6 mass_root = Matrix6::Zero();      ///< B with B B^T = inverse mass matrix, symmetric
  Matrix6 mass_root_inverse = Matrix6::Zero();  ///< its pseudo-inverse: locked axes stay 0
  double inverse_mass = 0;
  bool is_held = false;  ///< its ways may be soft: see ContactGroup::soft_part
};

/// B and its pseudo-inverse from inverse masses per axis and the inverse inertia tensor in the
/// world frame; either may be singular where axes are locked.
void set_mass(GroupBody& body, const Eigen::Vector3d& inverse_mass,
              const Eigen::Matrix3d& inverse_inertia_W);

/// A body of a pair or strand: one of the group, or one whose motion is given.
struct GroupEnd {
  int body = -1;   ///< index in the group, or -1
  int given = -1;  ///< where body is -1: index of its motion
};

struct GroupPair {
  GroupEnd casting, target;
  FrozenContact* contact = nullptr;
  PairForces forces;  ///< as of the last evaluation
  /// Which of the group's moves they are of; -1: none, as after every change of `contact`.
  std::int64_t move = -1;
};

struct GroupStrand {
  std::span<const GroupEnd> ends;  ///< the bodies of its course, in their order
  FrozenStrand* strand = nullptr;
};

/// What an impulse changes of a body's velocity.
struct BodyChange {
  int body = -1;  ///< index in the group
  Vector6 velocity = Vector6::Zero();
};

/// The dynamic bodies that pairs and strands tie together, and the solution of their common step
///
///     M (u - u*) = dt W(u) + J^T L
///
/// where u are the velocities at the end of the step, u* the free ones, W the contact and ligament
/// forces at the pose and velocity that u leads to, and J^T L the engine's own impulses. Newton's
/// method: each pass solves (M + dt^2 K + dt D) du = -residual. With u = u* + B y, B B^T = M^-1,
/// the matrix is I + B^T (dt^2 K + dt D) B: well scaled, and sound where axes are locked. The
/// derivatives K and D cost several times what the forces do: after the first pass the matrix is
/// brought up to date from the forces alone (Broyden 1965), and evaluated anew only where that
/// converges slowly. Most of its blocks are 0 where there are many bodies (BlockMatrix). Where few
/// of many bodies are far from balance they have passes of their own (few_bodies.cpp).
class ContactGroup {
 public:
  std::vector<GroupBody> bodies;
  std::vector<StepMotion> given;  ///< of bodies that are not of the group
  std::vector<GroupPair> pairs;
  std::vector<GroupStrand> strands;

  /// Bodies move by the mean of their velocities at the start and the end of the (sub-)step, and
  /// forces are taken at that mean and half way, in place of the end. Of contact they are the mean
  /// over the way then: see FrozenContact::take_mean. `given` stand at the start and shift by half.
  bool moves_by_mean = false;

  /// How much of the ways in which forces are soft goes by the mean of the velocities at the start
  /// and the end of the (sub-)step, of bodies that are held: 0 to 1 (soft_ways.cpp).
  double soft_part = 0;

  /// Starts a (sub-)step of `dt` [s] with the engine's impulses L = 0, at the bodies' velocities.
  void begin(double dt);

  double step() const { return dt_; }  ///< length of the (sub-)step [s]

  /// Goes on from the present velocities with pairs that were frozen anew, or weakened.
  void begin_again();

  /// Evaluates forces at the present velocities. Returns the part of the step's momentum that is
  /// not in balance; where it is above `tolerance`, or there is no matrix yet, brings the matrix up
  /// to date too.
  double linearise(double tolerance);

  /// Whether the part that was not in balance at the last evaluation and all that the engine's
  /// impulses have changed since are together within the tolerance still.
  bool is_balanced(double tolerance) const;

  /// Whether what was not in balance at the last evaluation has done work on the bodies, as an
  /// impulse of nobody's, of more than a tenth of what they come with, of what external forces
  /// would give them in the engine's `whole_step` [s] and of what its rows want (as above). Right
  /// after linearise().
  bool gains_by_imbalance(double whole_step, double wanted) const;

  /// The body with the largest part of what was not in balance at the last evaluation, or -1.
  int least_balanced_body() const;

  /// Call before further passes when the engine's impulses have changed since the last one.
  void resume();

  /// Goes over to the symmetric matrix with K = sum k g g^T: slower, but it never turns an impulse
  /// of the engine's around. linearise() does so where the exact one does not converge, until it
  /// has come nearer to the solution.
  void make_safe();
  bool is_safe() const { return !exact_; }

  /// Changes whenever response() does.
  int factorings() const { return factorings_; }

  /// One Newton pass from the last linearisation.
  void advance();

  /// Velocities change by response() times an impulse of the engine along the row J = (6 entries
  /// for body_a, 6 for body_b; a body of -1 has none). Appends those of all bodies that contact and
  /// strands carry it to, in ascending order.
  void response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                std::vector<BodyChange>& changes);

  /// Sets the engine's impulses: the sum of J^T L over its rows, 6 entries per body, and the
  /// velocities that they lead to by the last linearisation, if there was one.
  void set_engine_impulse(const Eigen::VectorXd& impulse);

  /// Whether the velocities could come of those at the start, of the forces there and of what the
  /// engine's rows want, a velocity in mass-root coordinates. Far from a sharp bound.
  bool is_plausible(double wanted) const;

  /// Kinetic energy that contact and ligaments have brought, as far as solved [J].
  double gain() const;

  /// Of the engine's impulses alone [J].
  double engine_energy() const { return engine_.squaredNorm(); }

  /// Velocity of body `i` at the end of the step, as solved so far.
  Vector6 velocity(int i) const;

  /// By how much its way over the step's length lies behind that velocity.
  Vector6 way_behind(int i) const;

  /// At those velocities; until the next call that changes them.
  const StepMotion& motion(const GroupEnd& end) const {
    return end.body >= 0 ? motions_[static_cast<std::size_t>(end.body)]
                         : given[static_cast<std::size_t>(end.given)];
  }

  /// In place of Newton's passes: the forces of the start of the step alone, over `dt` [s].
  void apply_explicitly(double dt);

 private:
  void evaluate_forces(Linearisation);
  void add_force(const GroupEnd& a, const GroupEnd& b, const PairForces&);
  void add_slope(const GroupEnd& a, const GroupEnd& b, const PairForces&);
  void evaluate_strand(const GroupStrand&, Linearisation);
  void add_force(const GroupStrand&);
  void add_slope(const GroupStrand&);
  void couple();
  void scale(int a, int b);
  void factor();
  bool factor_by_secant();
  void search_line(double start_slope);
  double residual();
  bool are_settled() const;
  StepMotion body_motion(int i) const;
  void move_on();
  void add_up_forces();

  // Soft ways (soft_ways.cpp).
  void begin_soft_ways();
  double follow_soft_ways();
  void find_softness();
  void soften_start();
  void soften_end();
  Vector6 way_onward(int i) const;
  void couple_all();
  void soften_matrix();

  // Of few bodies (few_bodies.cpp).
  void settle_few();
  bool choose_few();
  void gather_few();
  bool balance_few();
  void take_few(bool balanced);

  double dt_ = 0;
  std::vector<StepMotion> motions_;                ///< per body, at the velocities of y_
  std::int64_t move_ = 0;                          ///< how often they have changed
  std::vector<const StepMotion*> strand_motions_;  ///< of the strand that is being evaluated
  bool exact_ = true;
  bool factored_ = false;
  bool is_evaluated_ = false;  ///< forces are those at y_
  bool is_shortened_ = false;  ///< the last pass
  bool settled_ = true;        ///< no force is a guess for the next pass
  bool is_true_ = false;       ///< the matrix is that of the derivatives at last_y_
  bool has_passed_ = false;    ///< from last_y_, since pairs were frozen
  int factorings_ = 0;
  double imbalance_ = 0, scale_ = 0;  ///< of mass-root impulses
  double start_scale_ = 0;            ///< at the first evaluation
  double last_residual_ = 0;          ///< at last_y_
  double exact_below_ = 0;  ///< residual from which on the exact matrix is tried again; 0: none
  int poor_passes_ = 0;
  Eigen::VectorXd y_, engine_, force_, residual_, direction_,
      solution_;                                 // in mass-root coordinates
  Eigen::VectorXd last_y_, last_left_, change_;  ///< the same; y less forces at last_y_, and since
  std::vector<Coupling> couplings_;              ///< of bodies by forces: each once, ascending
  BlockMatrix matrix_;

  bool has_soft_ways_ = false, knows_softness_ = false;
  Eigen::MatrixXd softness_;  ///< F of soft_ways.cpp, by mass-root coordinates
  Eigen::MatrixXd soft_inverse_, stiff_;
  Eigen::VectorXd soft_start_, soft_end_;  ///< F times the velocities at the start, and at y_

  double tolerance_ = 0;  ///< of the last linearisation
  double few_below_ = 0;  ///< imbalance that is enough of a group of few bodies
  std::unique_ptr<ContactGroup> few_;
  std::vector<int> few_bodies_, few_pairs_;  ///< ascending
  std::vector<int> few_place_;               ///< per body: among them, or -1
  std::vector<int> few_given_;               ///< per body: among the motions given to them, or -1
};

}  // namespace condyle
