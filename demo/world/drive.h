#pragma once

#include <span>

#include "engine/built_scene.h"
#include "engine/scene_engine.h"
#include "world/drives.h"
#include "world/pull_spring.h"

namespace condyle {

/// Adds the loads to the forces on the bodies for the next step.
void apply_loads(SceneEngine& engine, const std::vector<BuiltBody>& built,
                 const scene::Scene& scene, std::span<const Drive> drives);

/// Adds the force or moment of the spring, with half of the critical damping, and returns it. It is
/// evaluated at the end of the step (backward Euler for the body alone), so that no stiffness lets
/// the mouse fling a body away.
Wrench apply_pull(SceneEngine& engine, const PullSpring& pull, double dt);

}  // namespace condyle
