#pragma once

#include "condyle/contact/user_law.h"
#include "condyle/pose.h"

namespace condyle {

/// A body as the user's functions are told of it, with the pose and (angular, linear) velocity of
/// its centre of mass. `name` must live as long as what is returned.
condyle_body describe(const char* name, const Pose& X_WB, const Vector6& velocity);

}  // namespace condyle
