#include "condyle/session/frozen_strand.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Matrix3x12 = Eigen::Matrix<double, 3, 12>;

/// How the vector from A's end to B's moves with (rotation A, shift A, rotation B, shift B).
Matrix3x12 span_jacobian(const Vector3d& radius_A, const Vector3d& radius_B) {
  Matrix3x12 J;
  J << cross_matrix(radius_A), -Matrix3d::Identity(), -cross_matrix(radius_B), Matrix3d::Identity();
  return J;
}

}  // namespace

void evaluate(FrozenStrand& frozen, const StepMotion& A, const StepMotion& B,
              Linearisation linearisation, PairForces& out) {
  out = PairForces{};
  const Vector3d radius_A = A.rotation * frozen.end_A;
  const Vector3d radius_B = B.rotation * frozen.end_B;
  const Vector3d span = (B.p_W - A.p_W) + (B.shift - A.shift) + radius_B - radius_A;
  frozen.length = span.norm();
  if (frozen.length <= 0) return;

  const Vector3d along = span / frozen.length;
  const Vector3d rate = B.velocity.linear + B.velocity.angular.cross(radius_B) - A.velocity.linear -
                        A.velocity.angular.cross(radius_A);
  frozen.result = evaluate(frozen.strand, frozen.length, along.dot(rate));
  const LigamentForce& force = frozen.result;
  if (force.total_force <= 0) return;

  // Both ends are carried to one line that follows the lighter body (see share_of_second): impulses
  // opposite along one line keep angular momentum.
  const double share = share_of_second(A, B);
  const Vector3d relative_shift = A.shift - B.shift;
  const Matrix3x12 J_force =
      span_jacobian(radius_A + share * relative_shift, radius_B - (1 - share) * relative_shift);
  const bool exact = linearisation == Linearisation::exact;
  const Matrix3x12 J = exact ? span_jacobian(radius_A, radius_B) : J_force;

  const Matrix3d axial = along * along.transpose();
  const Matrix3d across = force.total_force / frozen.length * (Matrix3d::Identity() - axial);
  out.force = -J_force.transpose() * (force.total_force * along);
  out.stiffness = J_force.transpose() * (force.stiffness * axial + across) * J;
  out.damping = J_force.transpose() * (force.damping * axial) * J;
  if (!exact) return;

  // The arms move too: d(moment) = d(arm) x f, d(arm) = w x r + share * d(relative shift).
  const Matrix3d pull_on_A = cross_matrix(force.total_force * along);
  out.stiffness.block<3, 3>(0, 0) -= pull_on_A * cross_matrix(radius_A);
  out.stiffness.block<3, 3>(6, 6) += pull_on_A * cross_matrix(radius_B);
  out.stiffness.block<3, 3>(0, 3) += share * pull_on_A;
  out.stiffness.block<3, 3>(0, 9) -= share * pull_on_A;
  out.stiffness.block<3, 3>(6, 3) += (1 - share) * pull_on_A;
  out.stiffness.block<3, 3>(6, 9) -= (1 - share) * pull_on_A;
}

}  // namespace condyle
