#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

// What welded() of triangle_mesh.h is made of.

/// For each vertex, the first vertex at its position (itself if there is none before it). Positions
/// are compared exactly; -0 equals +0.
std::vector<int> first_vertices_at(const std::vector<Eigen::Vector3d>& positions);

/// The triangles with only those of the vertices that they use, in their old order. Precondition:
/// valid indices.
TriangleMesh without_unused_vertices(const std::vector<Eigen::Vector3d>& vertices,
                                     std::vector<std::array<int, 3>> triangles);

}  // namespace condyle::mesh
