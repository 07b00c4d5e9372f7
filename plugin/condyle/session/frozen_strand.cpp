#include "condyle/session/frozen_strand.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// J_force^T M J, where J = [cross(r_A), -1, -cross(r_B), 1] says how the vector from A's end to
/// B's moves with (rotation A, shift A, rotation B, shift B), at the arms of the force and at the
/// ends.
struct Arms {
  Matrix3d A, B;
};
void put_slope(const Arms& force, const Matrix3d& M, const Arms& ends,
               PairForces::Matrix12& slope) {
  const Matrix3d turned_A = M * ends.A, turned_B = M * ends.B;
  const auto put_rows = [&slope](int at, const Matrix3d& by_A, const Matrix3d& by_B,
                                 const Matrix3d& by_shift) {
    slope.block<3, 3>(at, 0) = by_A;
    slope.block<3, 3>(at, 3) = -by_shift;
    slope.block<3, 3>(at, 6) = -by_B;
    slope.block<3, 3>(at, 9) = by_shift;
  };
  // The transpose of a cross matrix is minus itself.
  put_rows(0, -force.A * turned_A, -force.A * turned_B, -force.A * M);
  put_rows(3, -turned_A, -turned_B, -M);
  put_rows(6, force.B * turned_A, force.B * turned_B, force.B * M);
  put_rows(9, turned_A, turned_B, M);
}

}  // namespace

void evaluate(FrozenStrand& frozen, const StepMotion& A, const StepMotion& B, double dt,
              Linearisation linearisation, PairForces& out) {
  const auto put_nothing = [&] {
    out.force.setZero();
    if (linearisation != Linearisation::none) out.slope.setZero();
  };
  const Vector3d radius_A = A.rotation * frozen.end_A;
  const Vector3d radius_B = B.rotation * frozen.end_B;
  const Vector3d span = (B.p_W - A.p_W) + (B.shift - A.shift) + radius_B - radius_A;
  frozen.length = span.norm();
  if (frozen.length <= 0) return put_nothing();

  const Vector3d along = span / frozen.length;
  const Vector3d rate = B.velocity.linear + B.velocity.angular.cross(radius_B) - A.velocity.linear -
                        A.velocity.angular.cross(radius_A);
  frozen.result = evaluate(frozen.strand, frozen.length, along.dot(rate));
  const LigamentForce& force = frozen.result;
  if (force.total_force <= 0) return put_nothing();

  // Both ends are carried to one line that follows the lighter body (see share_of_second): impulses
  // opposite along one line keep angular momentum.
  const double share = share_of_second(A, B);
  const Vector3d relative_shift = A.shift - B.shift;
  const Vector3d arm_A = radius_A + share * relative_shift;
  const Vector3d arm_B = radius_B - (1 - share) * relative_shift;
  const Vector3d pull = force.total_force * along;  // on A
  out.force << arm_A.cross(pull), pull, -arm_B.cross(pull), -pull;
  if (linearisation == Linearisation::none) return;

  const bool exact = linearisation == Linearisation::exact;
  const Arms arms{cross_matrix(arm_A), cross_matrix(arm_B)};
  const Arms ends = exact ? Arms{cross_matrix(radius_A), cross_matrix(radius_B)} : arms;
  const Matrix3d axial = along * along.transpose();
  const Matrix3d across = force.total_force / frozen.length * (Matrix3d::Identity() - axial);
  const Matrix3d M = dt * (dt * (force.stiffness * axial + across) + force.damping * axial);
  put_slope(arms, M, ends, out.slope);
  if (!exact) return;

  // The arms move too: d(moment) = d(arm) x f, d(arm) = w x r + share * d(relative shift).
  const Matrix3d turn = dt * dt * cross_matrix(pull);
  out.slope.block<3, 3>(0, 0) -= turn * ends.A;
  out.slope.block<3, 3>(6, 6) += turn * ends.B;
  out.slope.block<3, 3>(0, 3) += share * turn;
  out.slope.block<3, 3>(0, 9) -= share * turn;
  out.slope.block<3, 3>(6, 3) += (1 - share) * turn;
  out.slope.block<3, 3>(6, 9) -= (1 - share) * turn;
}

}  // namespace condyle
