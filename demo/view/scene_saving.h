#pragma once

#include <filesystem>

#include "condyle/scene/scene.h"
#include "view/parameters.h"

namespace condyle {

/// The scene with the parameters that differ from `before`, those with which it was opened: laws,
/// layers, strands and which of them are cut, loads. Motions and loads that are held by hand
/// (Drive) no longer depend on time.
scene::Scene with_changes(scene::Scene scene, const ShownWorld& world, const Parameters& before);

/// Writes a scene file that reads back to the bit if the scene was read from a scene file; one that
/// was made of an OpenSim model reads back with its rotations to rounding. Throws InputError,
/// without writing, if the file is one of those that are shipped.
void save_scene(const std::filesystem::path& file, const scene::Scene& scene);

/// Where the scene would be saved unless the user chooses: its own file, or for scenes that are
/// shipped and files of other kinds a file of that name in the current folder.
std::filesystem::path usual_save_file(const scene::Scene& scene);

}  // namespace condyle
