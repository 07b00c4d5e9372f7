#pragma once

#include <filesystem>
#include <string>

#include "condyle/model/scene.h"

namespace condyle {

/// The format that read_scene takes and write_scene makes: the value of the key "condyle_scene".
inline constexpr int k_scene_format = 1;

/// Reads a scene file (JSON; docs/scenes.md has every key with its unit, range and default) and
/// checks it with require_valid. Names of mesh files are taken relative to the scene file; the
/// files themselves are not opened. Throws InputError with file, place in it (as in
/// bodies[2].mass), what is wrong and what is allowed; for an unknown key or name, the nearest
/// known one. Mesh files that are not there are taken relative to `other_folder` where they are
/// there, as those that ship with a program; empty: nowhere else. Libraries are named, not loaded:
/// scene_libraries.h.
Scene read_scene(const std::filesystem::path& file, const std::filesystem::path& other_folder = {});

/// Writes a scene so that read_scene gives it back: every number exactly, rotations to
/// rounding, mesh files relative to it.
/// Writes beside the target and renames. Throws InputError.
void write_scene(const std::filesystem::path& file, const Scene& scene);

/// Throws InputError where names are double or refer to nothing, a dynamic body has no mass, a
/// moved body is not kinematic, a contact's mesh has no layer, or a time table is not ascending.
void require_valid(const Scene& scene);

}  // namespace condyle
