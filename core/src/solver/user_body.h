#pragma once

#include "condyle/contact/user_law.h"
#include "condyle/pose.h"

namespace condyle {

/// A body as users' functions see it, with the pose and velocity (angular, linear) of its centre of
/// mass. `name` must outlive the result.
condyle_body describe(const char* name, const Pose& X_WB, const Vector6& velocity);

}  // namespace condyle
