#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/geometry/mesh_geodesic.h"
#include "condyle/geometry/mesh_sides.h"

namespace condyle {

/// A point of a mesh and what it lies on.
struct MeshPlace {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  std::vector<int> triangles;  ///< one; on an edge its two; at a vertex all about it
  int side = -1;               ///< on an edge: one of its sides
  int vertex = -1;             ///< at a vertex
};
MeshPlace mesh_place(const MeshSides& sides, const MeshPoint& at);

/// The shortest path between two places along edges alone, but for straight stretches from the
/// start and to the end over their triangles; by Dijkstra's algorithm. Without points where there
/// is none.
MeshGeodesic shortest_by_edges(const MeshSides& sides, const MeshPlace& from, const MeshPlace& to);

}  // namespace condyle
