#pragma once

#include <Eigen/Core>
#include <limits>

#include "condyle/pose.h"

namespace condyle {

/// A rigid body of an engine at the start of a step. Frame B has its origin in the centre of mass;
/// velocities are those of the centre of mass, in the world frame.
struct BodyState {
  Pose X_WB = Pose::Identity();
  Twist velocity;
  double inverse_mass = 0;  ///< [1/kg]; 0: it moves at `velocity`, whatever acts on it
  Eigen::Matrix3d inverse_inertia_W = Eigen::Matrix3d::Zero();  ///< about B [1/(kg m^2)]
  /// Change of velocity over the step by all forces that the engine knows: gravity, springs,
  /// gyroscopic torque.
  Twist by_forces;
};

/// The rigid bodies of an engine, numbered from 0. An engine implements this to let a Session move
/// them.
class EngineBodies {
 public:
  virtual ~EngineBodies() = default;

  /// The number of bodies.
  virtual int count() const = 0;

  /// The body at the start of a step of `dt` [s].
  virtual BodyState state(int body, double dt) const = 0;

  /// Takes over where a body with mass is at the end of the step, and its velocity there. Other
  /// bodies are the engine's to move.
  virtual void move(int body, const Pose& X_WB, const Twist& velocity) = 0;

  /// Where a body is now. Asked between steps; by default state() tells it.
  virtual Pose pose(int body) const { return state(body, 1).X_WB; }

  /// Called when something that may act on a body has changed, for engines whose bodies sleep.
  virtual void wake(int /*body*/) {}

  /// Whether contact may act between two bodies. By default it may.
  virtual bool lets_meet(int /*a*/, int /*b*/) const { return true; }
};

/// A row of a joint, a motor, an anchor or a contact of the engine's own, which Session::step()
/// solves together with the session's contact. Its impulse L changes the momentum of its bodies by
/// J^T L, such that at the end of the step
///
///     J_a u_a + J_b u_b + compliance L = velocity,   lower <= L <= upper
///
/// A row of friction has the limits |L| <= friction N instead, with the impulse N of its contact's
/// row.
struct JointRow {
  int body_a = -1, body_b = -1;  ///< indices of bodies; -1 is the world
  /// For velocities u (angular, linear): coefficients [m or 1] and [1].
  Vector6 J_a = Vector6::Zero(), J_b = Vector6::Zero();
  double velocity = 0;    ///< [m/s] or [rad/s]
  double compliance = 0;  ///< velocity per impulse [1/kg or 1/(kg m^2)], >= 0
  double lower = -std::numeric_limits<double>::infinity();  ///< [N s] or [N m s]
  double upper = std::numeric_limits<double>::infinity();   ///< as `lower` [N s or N m s]
  int friction_of = -1;     ///< index of the contact's row, before this one and on the same bodies
  double friction = 0;      ///< coefficient, >= 0
  bool is_contact = false;  ///< whether its work is of EnergyLedger::engine_contacts
  double impulse = 0;       ///< result of the step [N s or N m s]
};

}  // namespace condyle
