#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "condyle/model/osim_joint_scene.h"

namespace condyle {

/// From which angle to which a joint is driven, and by which of its coordinates.
struct FlexionRange {
  std::string coordinate;   ///< empty: as find_flexion chooses
  double from = 0, to = 0;  ///< [rad]
};

/// Which pose of which model becomes a scene.
struct ModelSceneInput {
  std::filesystem::path model = {};  ///< .osim
  std::string geometry = {};  ///< folder of the meshes; empty: the model's and Geometry in it
  std::string motion = {};    ///< recorded states; empty: the model's default pose
  std::optional<double> time =
      {};                        ///< of the motion [s]: its last row at or before; none: the first
  bool missing_default = false;  ///< coordinates that the motion lacks keep their default values
  std::string joint = {};        ///< that joint alone; empty: all that contacts and ligaments hold
  std::optional<FlexionRange> flexion = {};  ///< of the joint; none: held as in the pose
  std::vector<OsimJointLoad> loads = {};     ///< on the joint
  double duration = 0;                       ///< of the scene [s]; 0: as scenes have it
};

/// Throws InputError.
OsimScene read_model_scene(const ModelSceneInput& input);

/// A scene file, its libraries not loaded and its mesh files also looked for beside the shipped
/// scenes, or an OpenSim model as `input` says but for its file; what of a model a scene does
/// not say is printed as a warning. Throws InputError, also where `input` asks something of a scene
/// file.
Scene load_scene(const std::filesystem::path& file, ModelSceneInput input = {});

}  // namespace condyle
