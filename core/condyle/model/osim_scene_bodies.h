#pragma once

#include <filesystem>
#include <span>

#include "condyle/model/model_report.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"
#include "condyle/model/osim_roles.h"
#include "condyle/model/osim_scene.h"
#include "condyle/model/scene.h"

namespace condyle {

/// What scene_of (osim_scene.h) makes a scene from: a model in one state.
struct OsimSceneSource {
  const OsimModel& model;
  const OsimState& state;
  std::span<const std::filesystem::path> folders;
  OsimBodies bodies;
  std::vector<OsimRole> roles;
};

/// The scene of a source.
OsimScene scene_of(const OsimSceneSource& source);

/// A body that takes part, with its contact meshes, what of its drawn ones can be shown, and, where
/// it moves, the mass of all that it carries. Throws InputError.
SceneBody scene_body(const OsimSceneSource& source, int index, ModelReport& report);

}  // namespace condyle
