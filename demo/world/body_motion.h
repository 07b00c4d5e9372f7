#pragma once

#include "condyle/pose.h"
#include "engine/built_scene.h"
#include "engine/scene_engine.h"

namespace condyle {

/// Current pose of a body of the scene.
Pose pose_of(const SceneEngine& engine, const std::vector<BuiltBody>& built, int body);

// Functions that read or change the motion of a dynamic body between steps. Velocities are those of
// the body's origin in the world frame; moments are about that origin, in the world frame.

Twist velocity_of(const SceneEngine& engine, const std::vector<BuiltBody>& built, int body);
void set_motion(SceneEngine& engine, const std::vector<BuiltBody>& built, int body,
                const Pose& X_WB, const Twist& V_WB);

/// Adds F_W to the forces on the body in the next step.
void push(SceneEngine& engine, const std::vector<BuiltBody>& built, int body, const Wrench& F_W);

}  // namespace condyle
