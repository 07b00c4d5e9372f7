#include "condyle/world/coordinate_joint.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/src/base/cross_matrix.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The axes of the rotations e1, e2, e3 in J, as columns.
Matrix3d rotation_axes(const Matrix3d& R_JK) {
  const double first = std::atan2(-R_JK(1, 2), R_JK(2, 2));
  Matrix3d axes;
  axes.col(0) = Vector3d::UnitX();
  axes.col(1) = Vector3d(0, std::cos(first), std::sin(first));
  axes.col(2) = R_JK.col(2);
  return axes;
}

/// The axes along which translations are counted, in J, as columns.
Matrix3d translation_axes(const Matrix3d& R_JK, TranslationAxes axes) {
  switch (axes) {
    case TranslationAxes::of_rotations:
      return rotation_axes(R_JK);
    case TranslationAxes::of_first:
      break;
    case TranslationAxes::of_second:
      return R_JK;
  }
  return Matrix3d::Identity();
}

}  // namespace

JointCoordinates joint_coordinates(const Pose& X_JK, TranslationAxes axes) {
  const Matrix3d R = X_JK.linear();
  JointCoordinates q;
  q[0] = std::atan2(-R(1, 2), R(2, 2));
  q[1] = std::asin(std::clamp(R(0, 2), -1.0, 1.0));
  q[2] = std::atan2(-R(0, 1), R(0, 0));
  q.tail<3>() = translation_axes(R, axes).inverse() * X_JK.translation();
  return q;
}

Pose joint_pose(const JointCoordinates& q, TranslationAxes axes) {
  Pose X_JK = Pose::Identity();
  X_JK.linear() =
      (Eigen::AngleAxisd(q[0], Vector3d::UnitX()) * Eigen::AngleAxisd(q[1], Vector3d::UnitY()) *
       Eigen::AngleAxisd(q[2], Vector3d::UnitZ()))
          .toRotationMatrix();
  X_JK.translation() = translation_axes(X_JK.linear(), axes) * q.tail<3>();
  return X_JK;
}

/// The rotations follow from w = E q' with E = (e1 e2 e3), and the translations from the
/// derivative of p = T q, p' = T q' + T' q. Of T's columns, e1 stands still in J, e2 turns by the
/// first rotation, and e3 and the axes of K turn with K.
Matrix6 joint_coordinate_rates(const Pose& X_JK, TranslationAxes axes) {
  const Matrix3d E = rotation_axes(X_JK.linear()), to_rates = E.inverse();
  const Matrix3d T = translation_axes(X_JK.linear(), axes), inverse = T.inverse();
  const Vector3d q = inverse * X_JK.translation();
  Matrix3d by_turn = Matrix3d::Zero();  // T' q per w
  if (axes == TranslationAxes::of_rotations)
    by_turn =
        q[1] * Vector3d(E.col(0).cross(E.col(1))) * to_rates.row(0) - cross_matrix(q[2] * E.col(2));
  if (axes == TranslationAxes::of_second) by_turn = -cross_matrix(X_JK.translation());
  Matrix6 rates = Matrix6::Zero();
  rates.topLeftCorner<3, 3>() = to_rates;
  rates.bottomRightCorner<3, 3>() = inverse;
  rates.bottomLeftCorner<3, 3>() = -inverse * by_turn;
  return rates;
}

}  // namespace condyle
