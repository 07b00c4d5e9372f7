#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/engine_name.h"
#include "engine/scene_engine.h"

namespace condyle {

/// The engine that moves a scene where another may have been asked for: a robot's model moves in
/// MuJoCo, and a scene that says so is balanced.
EngineName engine_of(const scene::Scene& scene, EngineName asked);

/// The scene in this engine, at time 0. Keeps references to scene and bodies.
std::unique_ptr<SceneEngine> make_engine(EngineName engine, const scene::Scene& scene,
                                         const std::vector<BuiltBody>& built);

}  // namespace condyle
