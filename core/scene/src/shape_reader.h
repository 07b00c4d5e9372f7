#pragma once

#include <filesystem>
#include <vector>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_repair.h"
#include "core/scene/src/json_node.h"

namespace condyle::scene {

/// Reads a shape from an object as read_shape() does from a file. Paths of mesh files are relative
/// to `folder`.
geometry::Shape read_shape(const JsonNode& node, const std::filesystem::path& folder);

/// What the mesh file leaves open that a file of a shape names (mesh_repair.h); empty if the
/// shape is no mesh. Precondition: read_shape() accepts the file.
std::vector<mesh::MeshFinding> mesh_findings_of_shape(const std::filesystem::path& file);

}  // namespace condyle::scene
