#pragma once

#include <filesystem>
#include <span>

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/opensim/osim_scene.h"
#include "condyle/scene/scene.h"
#include "core/opensim/src/osim_roles.h"

namespace condyle::opensim {

/// The input of scene_of (osim_scene.h): a model in one state.
struct OsimSceneSource {
  const OsimModel& model;
  const OsimState& state;
  std::span<const std::filesystem::path> folders;
  OsimBodies bodies;
  std::vector<OsimRole> roles;
};

/// The scene made from this input.
OsimScene scene_of(const OsimSceneSource& source);

/// A body of the scene with its contact meshes, the drawn meshes that a scene can show and, if it
/// moves, the mass of all bodies that it carries. Throws InputError.
scene::SceneBody scene_body(const OsimSceneSource& source, int index, ModelReport& report);

}  // namespace condyle::opensim
