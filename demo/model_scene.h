#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "condyle/model/osim_scene.h"

namespace condyle {

/// Which pose of which model becomes a scene.
struct ModelSceneInput {
  std::filesystem::path model = {};  ///< .osim
  std::string geometry = {};  ///< folder of the meshes; empty: the model's and Geometry in it
  std::string motion = {};    ///< recorded states; empty: the model's default pose
  std::optional<double> time =
      {};                        ///< of the motion [s]: its last row at or before; none: the first
  bool missing_default = false;  ///< coordinates that the motion lacks keep their default values
};

/// Throws InputError.
OsimScene read_model_scene(const ModelSceneInput& input);

/// A scene file, or an OpenSim model in its default pose; what of a model a scene does not say is
/// printed as a warning. Throws InputError.
Scene load_scene(const std::filesystem::path& file);

}  // namespace condyle
