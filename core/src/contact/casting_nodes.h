#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The nodes of a mesh, for casting: the positions of its vertices. Vertices at one position are
/// one node. Vertices that bound no area have no node.
///
/// A third of each triangle belongs to each of its corners. A node's normal times its area is a
/// third of the sum of its triangles' area vectors, so an even pressure exerts the same force on
/// nodes as on triangles: none on a closed mesh. On a flat mesh the areas of the nodes add up to
/// that of the mesh; over a curve or an edge they are smaller, as is a node's plane.
struct CastingNodes {
  std::vector<Eigen::Vector3d> positions;  ///< mesh frame [m]
  std::vector<Eigen::Vector3d> normals;    ///< unit, outward
  std::vector<double> areas;               ///< [m^2]
  std::vector<int> of_vertex;              ///< per vertex of the mesh: its node, or -1
  std::vector<int> vertex;                 ///< per node: its first vertex
  /// The nodes that a side joins to node i, ascending, are `neighbours` in the range
  /// [first_neighbour[i], first_neighbour[i + 1]).
  std::vector<int> first_neighbour, neighbours;
};

/// Precondition: the mesh is valid (require_valid).
CastingNodes casting_nodes(const TriangleMesh& mesh);

}  // namespace condyle
