#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string>

#include "condyle/pose.h"
#include "condyle/world/coordinate_joint.h"
#include "condyle/world/equilibrium_report.h"
#include "condyle/world/session.h"

namespace condyle {

struct EquilibriumState;
struct EquilibriumMemory;

/// A force [N] and a moment [N m] on a body, at a point fixed to it.
struct PointLoad {
  int body = -1;                                  ///< its number; -1: none
  Eigen::Vector3d p_B = Eigen::Vector3d::Zero();  ///< [m]
  /// Force [N] and moment [N m].
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
  int frame = -1;  ///< the body along whose axes force and moment are given; -1: the world's axes
};

/// How exactly, and how long, an equilibrium is sought.
struct EquilibriumSettings {
  /// Largest imbalance of a body, relative to the largest force that acts anywhere.
  double tolerance = 1e-8;
  /// Where a body rests on edges between facets, the force jumps from one side to the other, and no
  /// pose has less imbalance than half of the jump. There the mean of the forces to both sides has
  /// to balance, if the jump is at most this part of the largest force.
  double largest_jump = 1e-6;
  /// Over coarse facets, as of a patella in its groove, steps may go to and fro from edge to edge
  /// and never come to where the forces' mean balances. If above 0, the pose of about the least
  /// imbalance is then taken, if that is at most this part of the largest force, and
  /// EquilibriumReport::residual tells it. Else there is no equilibrium.
  double rough_tolerance = 0;
  int max_iterations = 600;
  int threads = 1;  ///< as StepSettings::threads
};

/// Static balance of bodies under loads, contact, ligaments and joints, without simulated time.
///
/// Method: the proximal point method (Rockafellar 1976). Each step minimises the bodies' energy
/// plus k/2 times the square of their displacement, by a step of Session::step() that takes so
/// long (1e6 s) that nothing depends on rates: neither damping nor friction that is regularised by
/// speed acts. The bodies' masses in it are the method's own, k dt^2, with inertias by the body's
/// radius. At the end of a step forces balance but for k times its displacement, which is the
/// residual. k falls from 20 to 1e-3 times the largest force over the largest radius; a
/// step that moves a body by more than a twentieth of its radius is taken back and repeated
/// stiffer. So bodies go downhill to an equilibrium that is stable, near where they are.
///
/// What friction alone would hold finds no equilibrium and is refused in one line.
///
/// Members that take the number of a body, load or joint throw std::out_of_range if there is none.
class Equilibrium {
 public:
  /// An empty world. Throws InputError for settings out of range.
  explicit Equilibrium(const EquilibriumSettings& settings = {});
  Equilibrium(Equilibrium&&) noexcept;
  Equilibrium& operator=(Equilibrium&&) noexcept;
  ~Equilibrium();

  /// Adds a body that stays where it is put; returns its number, from 0. Throws InputError for a
  /// pose that is none.
  int add_fixed(const Pose& X_WB, const std::string& name = "");
  /// Adds a body that is free to move, whose surfaces are within about `radius` [m] of the origin
  /// of its frame. Throws InputError for a pose that is none, or a radius that is not above 0.
  int add_free(const Pose& X_WB, double radius, const std::string& name = "");
  int body_count() const;
  bool is_free(int body) const;

  /// Colliders, contacts and strands of the bodies, which are registered and read as those of any
  /// session; its reports are those of the last step of the search. Do not step it, and do not
  /// give contacts stiction, which no equilibrium has.
  Session& session();
  const Session& session() const;
  /// Sets which bodies may touch; by default all may.
  void set_meeting(std::function<bool(int, int)> lets_meet);

  /// Adds a load; returns its number. Throws InputError for a body that does not exist, and values
  /// that are not finite.
  int add_load(const PointLoad& load);
  void set_load(int number, const PointLoad& load);
  const PointLoad& load(int number) const;
  /// Removes all loads; their numbers are given anew.
  void clear_loads();

  /// Adds a joint; returns its number. Throws InputError for bodies that do not exist or cannot
  /// move, frames that are no poses, values that are not finite, and a second rotation that is held
  /// beyond -pi/2 to pi/2 or at an end of it.
  int add_joint(const CoordinateJoint& joint);
  void set_joint(int number, const CoordinateJoint& joint);
  const CoordinateJoint& joint(int number) const;
  /// The coordinates of a joint at the bodies' present poses.
  JointCoordinates coordinates(int number) const;
  /// The moments [N m] and forces [N] with which the joint held its coordinates at the last
  /// equilibrium, positive where they push the coordinate up; 0 for free ones.
  Vector6 joint_forces(int number) const;

  /// Puts a body somewhere. Throws InputError for a pose that is none.
  void put(int body, const Pose& X_WB);
  const Pose& pose(int body) const;

  /// Moves the free bodies to where the last two equilibria lead: `part` times [1] further than
  /// from the one before the last to the last. For continuation in a driven coordinate or load,
  /// with `part` the next change over the last one. Does nothing and returns false without two of
  /// them.
  bool lead(double part);
  /// Forgets earlier equilibria: the next search starts as the first did.
  void forget();

  /// Moves the free bodies to an equilibrium. Throws SimulationError, with the body and the reason,
  /// if there is none within reach, and InputError for contacts with stiction; bodies, joint
  /// forces and session are then as they were.
  EquilibriumReport solve();
  /// Of the last solve().
  const EquilibriumReport& report() const;

  /// Bodies, joint forces and session between searches, for restore() of this object, which throws
  /// InputError if bodies, colliders or strands were added or removed since. Loads and joints stay.
  std::shared_ptr<const EquilibriumMemory> save() const;
  void restore(const EquilibriumMemory& memory);

 private:
  friend struct EquilibriumState;
  std::unique_ptr<EquilibriumState> state_;
};

}  // namespace condyle
