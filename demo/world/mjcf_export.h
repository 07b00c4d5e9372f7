#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"

namespace condyle {

/// Writes a scene as a model of MuJoCo's (engine/mujoco/mjcf_file.h), with its meshes beside it.
/// `is_still`: motions and loads keep the amounts that they have at time 0, and the scene does not
/// settle. Returns what has no effect on the simulation and was left out. Throws InputError.
std::vector<std::string> write_mjcf(const std::filesystem::path& file, const scene::Scene& scene,
                                    bool is_still);

}  // namespace condyle
