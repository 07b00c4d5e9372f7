#pragma once

#include <filesystem>

#include "condyle/geometry/shape.h"
#include "core/scene/src/json_node.h"

namespace condyle::scene {

/// Reads a shape from an object as read_shape() does from a file. Paths of mesh files are relative
/// to `folder`.
geometry::Shape read_shape(const JsonNode& node, const std::filesystem::path& folder);

}  // namespace condyle::scene
