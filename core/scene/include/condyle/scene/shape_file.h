#pragma once

#include <filesystem>

#include "condyle/geometry/shape.h"

namespace condyle {

class JsonNode;

/// Reads a shape from an object with the key "kind"; docs/scenes.md, "Shape", has the kinds, their
/// keys and ranges. Lengths in metres, in the shape's frame. Paths of mesh files are relative to
/// `folder`. Throws InputError that names the file, the place, what is allowed there and the most
/// similar known word; if a mesh file cannot be used, throws as read_mesh and MeshSolid do.
Shape read_shape(const JsonNode& node, const std::filesystem::path& folder);

/// Reads a file that holds only such an object; paths of mesh files are relative to the file.
Shape read_shape(const std::filesystem::path& file);

}  // namespace condyle
