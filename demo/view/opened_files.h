#pragma once

#include <filesystem>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene.h"

namespace condyle {

/// Reads a scene file or an OpenSim model (load_scene()), or makes a scene of a mesh file. Throws
/// InputError.
scene::Scene read_to_view(const std::filesystem::path& named,
                          const std::vector<scene::NamedLayer>& layers = {});

/// A scene of one mesh that stands still, with the findings about it that the viewer shows.
scene::Scene scene_of_mesh(const std::filesystem::path& file, mesh::LengthUnit unit);

/// The unit in which a mesh is as large as a joint, millimetres before metres; if none is right,
/// metres. Throws InputError if it cannot be read.
mesh::LengthUnit likely_unit(const std::filesystem::path& file);

/// The files from which a scene was read: its own and those of its meshes.
std::vector<std::filesystem::path> files_of(const scene::Scene& scene);

/// Whether a file lies in the folders that are installed with the program, or are part of its
/// source.
bool is_shipped(const std::filesystem::path& file);

}  // namespace condyle
