#pragma once

#include <filesystem>
#include <string>

#include "condyle/geometry/shape.h"
#include "condyle/scene/scene.h"

namespace condyle::scene {

/// Reads a scene file (JSON; docs/scenes.md has every key with its unit, range and default) and
/// checks it with require_valid. Paths of mesh files are relative to the scene file; a mesh file
/// that does not exist there but does in `other_folder`, for example the folder of shipped scenes,
/// is taken from there (empty: no other folder). Mesh files are not opened. Libraries are named but
/// not loaded (scene_libraries.h). Throws InputError with the file, the place in it (for example
/// bodies[2].mass), the problem and what is allowed; for an unknown key or name, also the most
/// similar known one.
Scene read_scene(const std::filesystem::path& file, const std::filesystem::path& other_folder = {});

/// Reads a scene from the text of such a file, for programs that make or edit scenes. `file` is the
/// nominal path of the text: messages name it, and paths of mesh files are relative to its folder.
/// Throws InputError as read_scene does.
Scene parse_scene(const std::string& text, const std::filesystem::path& file,
                  const std::filesystem::path& other_folder = {});

/// Writes a scene so that read_scene restores it: numbers exactly, rotations up to rounding, paths
/// of mesh files relative to `file`. Writes to a temporary file and renames it. Throws InputError.
void write_scene(const std::filesystem::path& file, const Scene& scene);

/// Throws InputError if names are repeated or refer to nothing, a dynamic body has no mass, a body
/// with a motion is not kinematic, a mesh of a contact has no layer, or a time table is not
/// ascending.
void require_valid(const Scene& scene);

/// Reads a file that holds only a shape: an object with the key "kind"; docs/scenes.md, "Shape",
/// has the kinds, their keys and ranges. Lengths in metres, in the shape's frame. Paths of mesh
/// files are relative to the file. Throws InputError that names the file, the place, what is
/// allowed there and the most similar known word; if a mesh file cannot be used, throws as
/// read_mesh and MeshSolid do.
geometry::Shape read_shape(const std::filesystem::path& file);

}  // namespace condyle::scene
