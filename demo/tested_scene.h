#pragma once

#include <filesystem>

#include "condyle/scene/scene.h"
#include "core/scene/src/scene_libraries.h"
#include "world/model_scene.h"

namespace condyle {

/// Reads the scene of a joint that is to be tested, with its laws' libraries if they are allowed.
/// Throws InputError.
inline scene::Scene tested_scene(const std::filesystem::path& file, scene::LibraryUse libraries) {
  scene::Scene scene = load_scene(file);
  scene::load_user_functions(scene, libraries);
  return scene;
}

}  // namespace condyle
