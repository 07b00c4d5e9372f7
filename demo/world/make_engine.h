#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/engine_name.h"
#include "engine/scene_engine.h"

namespace condyle {

/// The scene in this engine, at time 0. Keeps references to scene and bodies.
std::unique_ptr<SceneEngine> make_engine(EngineName engine, const scene::Scene& scene,
                                         const std::vector<BuiltBody>& built);

}  // namespace condyle
