#pragma once

#include <Eigen/Core>
#include <optional>

#include "core/src/ligament/wrap_memory.h"

namespace condyle::ligament {

/// The locally shortest path outside the mesh, exact: from edge to edge, straight across the
/// triangles when they are unfolded, clear of the mesh where the mesh is hollow. The nodes are in
/// the memory.
WrapTouch touch_mesh(const geometry::MeshSolid&, const std::optional<Eigen::Vector3d>& side,
                     const Eigen::Vector3d& from, const Eigen::Vector3d& to, WrapMemory& memory);

/// The touch stored in the memory, without solving again.
WrapTouch recall_mesh(const WrapMemory& memory);

}  // namespace condyle::ligament
