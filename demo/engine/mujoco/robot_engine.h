#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/scene_engine.h"

namespace condyle {

/// The robot of a scene (robot_scene()) in its own model, at time 0. Keeps references to both
/// arguments. Throws InputError if the model cannot be read again, or the plugin refuses it.
std::unique_ptr<SceneEngine> make_robot_engine(const scene::Scene& scene,
                                               const std::vector<BuiltBody>& built);

}  // namespace condyle
