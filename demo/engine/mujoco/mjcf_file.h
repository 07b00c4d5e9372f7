#pragma once

#include <string>
#include <vector>

#include "engine/built_scene.h"

namespace condyle {

/// A model of MuJoCo's as files.
struct MjcfFile {
  struct Mesh {
    std::string name;   ///< of its file
    std::string bytes;  ///< in metres
  };
  std::string text;                   ///< MJCF, which names the meshes as lying beside it
  std::vector<Mesh> meshes;           ///< in the order of the scene
  std::vector<std::string> left_out;  ///< what has no effect on the simulation, for the user
};

/// The scene as a model that says itself, in `<custom>` texts, what its contacts and ligaments are
/// (Plugin::add_from_model()); beyond make_mjcf(), geoms have their own shapes, constant loads are
/// actuators, and a keyframe "start" has the velocities at time 0. `stem`: first word of the names
/// of mesh files. The scene's casting sides are chosen, without reversed contacts. Throws
/// InputError naming what has no counterpart: as make_mjcf(), and motions and loads over time,
/// settling, layers of varying thickness or with a compliance file, ligaments over other surfaces
/// than spheres and cylinders without ends, other shapes than MuJoCo's, and laws of the user's.
MjcfFile make_mjcf_file(const scene::Scene& scene, const std::vector<BuiltBody>& built,
                        const std::string& stem);

/// The scene as it is at time 0: motions and loads keep their amounts, and it does not settle.
scene::Scene standing_still(scene::Scene scene);

}  // namespace condyle
