#pragma once

#include <Eigen/Core>

#include "condyle/pose.h"

namespace condyle {

/// How one body moves during a (sub-)step, all in the world frame: from where it is at the start.
/// Of a static or kinematic body that motion is given.
struct StepMotion {
  Eigen::Vector3d p_W = Eigen::Vector3d::Zero();           ///< centre of mass at the start [m]
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();         ///< of the centre of mass [m]
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< from start to end
  Twist velocity;                                          ///< at the end of the step
  // Where ways are soft (soft_ways.cpp), and 0 otherwise. `shift` and `rotation` then lead to where
  // forces are taken:
  Twist onward;             ///< the rest of the way to the end of the step [rad, m]
  Twist behind;             ///< velocity less the whole way over the step's length
  double inverse_mass = 0;  ///< 0 for static and kinematic [1/kg]
};

/// Which derivatives a force is given with.
enum class Linearisation {
  none,   ///< the force alone
  exact,  ///< the true ones: fast convergence, but not symmetric and perhaps indefinite
  safe,   ///< symmetric positive semi-definite: sum k g g^T, secants of friction
};

/// Forces that two bodies A and B exert on one another at equal and opposite points, and how they
/// change with the bodies' velocity at the end of a step. Rows and columns: moment or rotation of
/// A, force or shift of A, the same of B; moments about the centres of mass at the start of the
/// step.
struct PairForces {
  using Vector12 = Eigen::Matrix<double, 12, 1>;
  using Matrix12 = Eigen::Matrix<double, 12, 12>;
  Vector12 force = Vector12::Zero();
  /// Minus the change of dt times the force with the velocity, displacement being dt times the
  /// velocity: dt^2 K + dt D. Of the last evaluation that asked for a derivative.
  Matrix12 slope = Matrix12::Zero();
  /// False where it is a guess that the next pass needs: of triangles that are taken to hold on,
  /// though that is more than friction bears.
  bool settled = true;
  bool acts = true;  ///< otherwise the force is 0, and so is the slope where it was asked for
};

inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
  Eigen::Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

/// The rotation by a vector's length about its direction [rad].
inline Eigen::Matrix3d rotation_by(const Eigen::Vector3d& angle) {
  const double magnitude = angle.norm();
  if (magnitude == 0) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(magnitude, angle / magnitude).toRotationMatrix();
}

/// The share of the relative shift of A and B by which the common point of attack follows B, so
/// that it stays with the lighter body. Both impulses act at one point, which keeps angular
/// momentum.
inline double share_of_second(const StepMotion& A, const StepMotion& B) {
  const double sum = A.inverse_mass + B.inverse_mass;
  return sum > 0 ? B.inverse_mass / sum : 0.0;
}

}  // namespace condyle
