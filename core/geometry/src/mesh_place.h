#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/mesh_sides.h"

namespace condyle::geometry {

/// A point of a mesh, with the triangles, edge or vertex on which it lies.
struct MeshPlace {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  /// The triangle that contains the point; on an edge, the triangles on both sides of it; at a
  /// vertex, all triangles around it.
  std::vector<int> triangles;
  int side = -1;    ///< if on an edge: one of the edge's sides
  int vertex = -1;  ///< if at a vertex: its index
};
MeshPlace mesh_place(const MeshSides& sides, const MeshPoint& at);

/// The shortest path between two places along edges, by Dijkstra's algorithm; only the first and
/// the last stretch run straight across triangles. Has no points if there is no path.
MeshGeodesic shortest_by_edges(const MeshSides& sides, const MeshPlace& from, const MeshPlace& to);

}  // namespace condyle::geometry
