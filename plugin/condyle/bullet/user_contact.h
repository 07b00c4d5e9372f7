#pragma once

#include "condyle/bullet/registry.h"

namespace condyle::bullet {

/// A body as the user's functions are told of it, with the pose and (angular, linear) velocity of
/// its centre of mass. Its name is the collider's own text.
condyle_body describe(const Collider& collider, const Pose& X_WB, const Vector6& velocity);

/// Tells the pair's post-step function of the substep of `dt` [s] that has just been made. Throws
/// SimulationError.
void tell_post_step(PairState& pair, Registry& registry, double dt);

}  // namespace condyle::bullet
