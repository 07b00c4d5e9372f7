#pragma once

#include <filesystem>

#include "condyle/geometry/shape.h"
#include "condyle/model/json_node.h"

namespace condyle {

/// The shape that an object with the key "kind" describes; docs/scenes.md, "Shape", has the kinds,
/// their keys and ranges. Lengths in metres, in the shape's frame. `folder`: where the names of
/// mesh files start. Throws InputError that names the file, the place, what is allowed there and
/// the nearest known word; where a mesh file can not be used, as read_mesh and MeshSolid do.
Shape read_shape(const JsonNode& node, const std::filesystem::path& folder);

/// A file that holds such an object and nothing else; mesh files are named relative to it.
Shape read_shape(const std::filesystem::path& file);

}  // namespace condyle
