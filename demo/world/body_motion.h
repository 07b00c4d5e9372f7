#pragma once

#include "condyle/pose.h"
#include "world/bullet_scene.h"

namespace condyle {

// Functions that read or change the motion of a dynamic body between steps. Velocities are those of
// the body's origin in the world frame; moments are about that origin, in the world frame.

Twist velocity_of(const BulletScene& scene, const std::vector<BuiltBody>& built, int body);
void set_motion(BulletScene& scene, const std::vector<BuiltBody>& built, int body, const Pose& X_WB,
                const Twist& V_WB);

/// Adds F_W to the forces on the body in the next step.
void push(BulletScene& scene, const std::vector<BuiltBody>& built, int body, const Wrench& F_W);

}  // namespace condyle
