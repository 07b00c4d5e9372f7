#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "condyle/geometry/shape.h"
#include "condyle/mesh/mesh_repair.h"
#include "core/scene/src/json_node.h"

namespace condyle::scene {

/// Reads a shape from an object as read_shape() does from a file. Paths of mesh files are relative
/// to `folder`.
geometry::Shape read_shape(const JsonNode& node, const std::filesystem::path& folder);

/// What the mesh file that a shape names leaves open; empty if the shape is no mesh.
struct ShapeFindings {
  std::string place;  ///< of the shape and its mesh, for messages
  std::vector<mesh::MeshFinding> findings;
};

/// Precondition: read_shape() accepts the node.
ShapeFindings findings_of_shape(const JsonNode& node, const std::filesystem::path& folder);

}  // namespace condyle::scene
