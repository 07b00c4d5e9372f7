#pragma once

#include "condyle/pose.h"
#include "core/world/src/session_pair.h"

namespace condyle {

/// A body at the end of a step: pose and velocity (angular, linear) of its centre of mass.
struct BodyAtEnd {
  Pose X_WB;
  Vector6 velocity;
};

/// Calls the pair's post-step function after a step of `dt` [s] that ended at `time` [s]. Throws
/// SimulationError.
void call_post_step(SessionPair& pair, const BodyAtEnd& casting, const BodyAtEnd& target,
                    double time, double dt);

}  // namespace condyle
