#pragma once

#include "condyle/contact/user_law.h"
#include "condyle/pose.h"

namespace condyle {

/// Writes a vector as users' functions read it.
inline void put(const Eigen::Vector3d& v, double (&out)[3]) {
  Eigen::Map<Eigen::Vector3d>{out} = v;
}

/// A body as users' functions see it, with the pose and velocity (angular, linear) of its centre of
/// mass. `name` must outlive the result.
condyle_body describe(const char* name, const Pose& X_WB, const Vector6& velocity);

}  // namespace condyle
