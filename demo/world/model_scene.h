#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "condyle/opensim/osim_scene.h"

namespace condyle {

/// The range of angles through which a joint is driven, and the coordinate that is driven.
struct FlexionRange {
  std::string coordinate;   ///< empty: chosen by find_flexion
  double from = 0, to = 0;  ///< [rad]
};

/// The model, pose and joint from which a scene is made.
struct ModelSceneInput {
  std::filesystem::path model = {};  ///< .osim file
  /// Folder of the meshes; empty: the model's folder and its Geometry subfolder.
  std::string geometry = {};
  std::string motion = {};  ///< file of recorded states; empty: the model's default pose
  std::optional<double> time =
      {};                        ///< time in the motion [s], rounded down to a row; none: its first
  bool missing_default = false;  ///< coordinates missing from the motion keep their default values
  std::string joint = {};        ///< only this joint; empty: all bodies with contacts or ligaments
  std::optional<FlexionRange> flexion = {};        ///< range; none: the joint's angle is held
  std::vector<opensim::OsimJointLoad> loads = {};  ///< loads on the joint
  std::vector<scene::NamedLayer> layers = {};      ///< of geoms of a robot
  double duration = 0;  ///< duration of the scene [s]; 0: the scene's default
};

/// Prints to standard error what was ignored or changed in reading a model, a line for each kind.
void print_report(const opensim::ModelReport& report);

/// Turns a model into a scene. Throws InputError.
opensim::OsimScene read_model_scene(const ModelSceneInput& input);
/// Turns a model that was read before into a scene; `input.model` is ignored. Throws InputError.
opensim::OsimScene make_model_scene(const opensim::OsimModel& read, const ModelSceneInput& input);

/// Whether a file is a robot's model for MuJoCo by its name (.xml, .urdf).
bool is_robot(const std::filesystem::path& file);

/// Reads a scene file or a robot's model or, if `file` is an OpenSim model, turns it into a scene
/// according to `input`, whose `model` is ignored. The libraries of a scene file are not loaded;
/// its mesh files are also looked for next to the shipped scenes. Parts of a model that the scene
/// cannot represent are printed as a warning. Throws InputError, also if `input` sets model options
/// for a scene file, or layers for anything but a robot.
scene::Scene load_scene(const std::filesystem::path& file, ModelSceneInput input = {});

}  // namespace condyle
