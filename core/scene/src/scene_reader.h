#pragma once

#include <filesystem>

#include "core/scene/src/fields.h"
#include "core/scene/src/json_node.h"

namespace condyle::scene {

/// The folders in which mesh files are searched: the scene's own folder and, for files that do not
/// exist there, `other` unless it is empty.
struct MeshFolders {
  std::filesystem::path own, other = {};
};

/// Reads an entry by its description. Throws InputError with file and place.
void read_entry(const JsonNode& node, const MeshFolders& folders, const Fields::Body& body);

}  // namespace condyle::scene
