#pragma once

#include "engine/built_scene.h"
#include "engine/scene_engine.h"
#include "world/pull_spring.h"

namespace condyle {

/// Adds the loads at `time`, multiplied by `factor`, to the forces on the bodies for the next step.
void apply_loads(SceneEngine& engine, const std::vector<BuiltBody>& built,
                 const scene::Scene& scene, double time, double factor);

/// Adds the force of the spring, with half of the critical damping. The force is evaluated at the
/// end of the step (backward Euler for the body alone), so that no stiffness lets the mouse fling a
/// body away.
void apply_pull(SceneEngine& engine, const PullSpring& pull, double dt);

}  // namespace condyle
