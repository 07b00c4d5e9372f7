#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/scene_engine.h"

namespace condyle {

/// The scene in a MuJoCo model with the plugin, at time 0. Keeps references to both arguments.
/// Throws InputError for what a model cannot hold: see make_mjcf().
std::unique_ptr<SceneEngine> make_mujoco_engine(const scene::Scene& scene,
                                                const std::vector<BuiltBody>& built);

}  // namespace condyle
