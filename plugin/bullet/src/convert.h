#pragma once

#include <LinearMath/btTransform.h>

#include <Eigen/Geometry>

#include "condyle/pose.h"

namespace condyle::bullet {

inline Eigen::Vector3d to_eigen(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Angular and linear part in one vector.
inline Vector6 joined(const btVector3& angular, const btVector3& linear) {
  Vector6 both;
  both << to_eigen(angular), to_eigen(linear);
  return both;
}

inline btVector3 to_bullet(const Eigen::Vector3d& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

inline Eigen::Matrix3d to_eigen(const btMatrix3x3& m) {
  Eigen::Matrix3d result;
  for (int i = 0; i < 3; ++i) result.row(i) = to_eigen(m[i]).transpose();
  return result;
}

/// Converts a pose and makes its rotation orthonormal: in a single-precision engine it is
/// orthonormal only to 1e-7.
inline Pose to_pose(const btTransform& t) {
  Pose X = Pose::Identity();
  X.linear() = Eigen::Quaterniond(to_eigen(t.getBasis())).normalized().toRotationMatrix();
  X.translation() = to_eigen(t.getOrigin());
  return X;
}

inline btTransform to_bullet(const Pose& X) {
  const Eigen::Quaterniond q(X.linear());
  return btTransform(btQuaternion(static_cast<btScalar>(q.x()), static_cast<btScalar>(q.y()),
                                  static_cast<btScalar>(q.z()), static_cast<btScalar>(q.w())),
                     to_bullet(Eigen::Vector3d(X.translation())));
}

}  // namespace condyle::bullet
