#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle {

/// The motion of one body from the start of a (sub-)step, in the world frame. For static and
/// kinematic bodies it is given.
struct StepMotion {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();    ///< centre of mass at the start [m]
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();  ///< displacement of the centre of mass [m]
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< rotation since the start
  Twist velocity;  ///< velocity at which forces are evaluated
  // 0 except in soft directions (soft_directions.h), where `shift` and `rotation` lead to the
  // pose at which forces act, short of the end of the step:
  Twist to_end;             ///< displacement from that pose to the end of the step [rad, m]
  Twist lag;                ///< end velocity minus the whole displacement over the step's length
  double inverse_mass = 0;  ///< inverse mass; 0 for static and kinematic bodies [1/kg]
  /// Moments on the body are taken about its centre of mass where forces act, as backward Euler
  /// takes them, and not where it was at the start. Conserves angular momentum only if the body
  /// moves by its mean velocity, so it is for that and for held bodies (held_bodies.h).
  bool has_moved_arms = false;
};

/// The derivatives that an evaluation adds to a force.
enum class Linearisation {
  none,   ///< only the force
  exact,  ///< true derivatives: fast convergence, but unsymmetric and possibly indefinite
  safe,   ///< symmetric positive semi-definite: sum k g g^T, secants of friction
};

/// The forces that two bodies A and B exert on one another, and their change with the bodies'
/// velocities at the end of a step. Rows and columns: moment or rotation of A, force or shift of A,
/// moment or rotation of B, force or shift of B. Moments are about the centres of mass at the start
/// of the step or, where StepMotion::has_moved_arms of A or B, where they have moved.
struct PairForces {
  using Vector12 = Eigen::Matrix<double, 12, 1>;
  using Matrix12 = Eigen::Matrix<double, 12, 12>;
  Vector12 force = Vector12::Zero();
  /// Minus the derivative of dt times the force by the velocity, where the displacement is dt times
  /// the velocity: dt^2 K + dt D. From the last evaluation that asked for a derivative.
  Matrix12 slope = Matrix12::Zero();
  /// False if the force is a guess for the next pass: some triangles are taken to stick although
  /// friction cannot hold them.
  bool is_consistent = true;
  bool acts = true;  ///< false: the force is 0, and so is the slope if it was asked for
};

/// The rotation about a vector's direction by its length [rad].
inline Eigen::Matrix3d rotation_by(const Eigen::Vector3d& angle) {
  const double magnitude = angle.norm();
  if (magnitude == 0) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(magnitude, angle / magnitude).toRotationMatrix();
}

/// The fraction of the relative shift of A and B by which the common point of force follows B, so
/// that it stays with the lighter body. Both impulses act at this one point, which conserves
/// angular momentum although the bodies slide past one another in the step.
inline double share_of_second(const StepMotion& A, const StepMotion& B) {
  const double sum = A.inverse_mass + B.inverse_mass;
  return sum > 0 ? B.inverse_mass / sum : 0.0;
}

}  // namespace condyle
