#include "core/src/contact/linearised/linearised_reaction.h"

#include <Eigen/Geometry>

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Moves wrenches, the columns of `m`, to a point from which the old one lies at `offset`. This is
/// the product [1, cross; 0, 1] m, without its products with 0.
Matrix6 shifted_wrenches(const Matrix6& m, const Vector3d& offset) {
  Matrix6 result = m;
  for (int j = 0; j < 6; ++j) {
    const double x = m(3, j), y = m(4, j), z = m(5, j);
    result(0, j) = m(0, j) - offset.z() * y + offset.y() * z;
    result(1, j) = m(1, j) + offset.z() * x - offset.x() * z;
    result(2, j) = m(2, j) - offset.y() * x + offset.x() * y;
  }
  return result;
}

/// m times the transpose of [1, cross; 0, 1]: derivatives by motion at the old point become
/// derivatives by motion at the new one.
Matrix6 shifted_motions(const Matrix6& m, const Vector3d& offset) {
  Matrix6 result = m;
  result.col(0) += -offset.z() * m.col(4);
  result.col(0) += offset.y() * m.col(5);
  result.col(1) += offset.z() * m.col(3);
  result.col(1) += -offset.x() * m.col(5);
  result.col(2) += -offset.y() * m.col(3);
  result.col(2) += offset.x() * m.col(4);
  return result;
}

/// Writes a matrix of relative motion at C's centre for both bodies. `to_force` and `to_motion` are
/// the offsets between the bodies' centres for wrenches and for motions.
void expand(const Matrix6& core, const Vector3d& to_force, const Vector3d& to_motion,
            PairForces::Matrix12& out) {
  const Matrix6 right = shifted_motions(core, to_motion);
  out.topLeftCorner<6, 6>() = core;
  out.topRightCorner<6, 6>() = -right;
  out.bottomLeftCorner<6, 6>() = -shifted_wrenches(core, to_force);
  out.bottomRightCorner<6, 6>() = shifted_wrenches(right, to_force);
}

/// Moves one wrench.
Vector6 shifted(const Vector6& wrench, const Vector3d& offset) {
  Vector6 result = wrench;
  result.head<3>() += offset.cross(Vector3d(wrench.tail<3>()));
  return result;
}

/// A wrench or motion, rotated by R.
Vector6 turned(const Matrix3d& R, const Vector6& v) {
  Vector6 result;
  result << R * v.head<3>(), R * v.tail<3>();
  return result;
}

Matrix6 turned(const Matrix3d& R, const Matrix6& m) {
  Matrix6 result;
  for (int i = 0; i < 6; i += 3)
    for (int j = 0; j < 6; j += 3)
      result.block<3, 3>(i, j) = R * m.block<3, 3>(i, j) * R.transpose();
  return result;
}

}  // namespace

void set_forces(const LinearisedSums& sums, const LinearisedPoses& found,
                Linearisation linearisation, PairForces& out) {
  const Matrix3d& R_WC = found.X_WC.linear();
  const Vector3d attack = found.arm_C + found.lever_C;
  const Vector6 wrench = shifted(turned(R_WC, sums.wrench), attack);
  out.force.head<6>() = wrench;
  out.force.tail<6>() = -shifted(wrench, found.between);
  if (linearisation == Linearisation::none) return;

  const bool exact = linearisation == Linearisation::exact;
  const Matrix6 slope = turned(R_WC, Matrix6(sums.normal_slope + sums.slip_slope));
  const Matrix6 core =
      shifted_motions(shifted_wrenches(slope, attack), exact ? found.arm_C : attack);
  expand(core, found.between, exact ? Vector3d(found.offset - found.arm_C) : found.between,
         out.slope);
}

}  // namespace condyle
