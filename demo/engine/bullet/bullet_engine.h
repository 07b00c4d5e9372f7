#pragma once

#include <memory>
#include <vector>

#include "engine/built_scene.h"
#include "engine/scene_engine.h"

namespace condyle {

/// The scene in a Bullet world with the plugin, at time 0. Keeps references to both arguments.
/// Bullet then throws std::bad_alloc when memory runs out.
std::unique_ptr<SceneEngine> make_bullet_engine(const scene::Scene& scene,
                                                const std::vector<BuiltBody>& built);

}  // namespace condyle
