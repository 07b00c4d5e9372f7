#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// What of the casting mesh sends rays.
enum class CastingElements {
  triangles,  ///< each from its centroid, for its area
  nodes,      ///< each vertex along its normal, for its share of the triangles about it
};

/// The nodes of a mesh as elements that cast: the vertices that triangles have, those at one
/// position being one node. Vertices that bound no area are left out.
///
/// A third of each triangle belongs to each of its corners. Normal times area of a node is a third
/// of the sum of its triangles' area vectors, so that the force of an even pressure is that on the
/// triangles: none on a closed mesh. On a flat mesh the areas add up to the mesh's; over a curve or
/// an edge they are smaller, as the node's plane is.
struct CastingNodes {
  std::vector<Eigen::Vector3d> positions;  ///< mesh frame [m]
  std::vector<Eigen::Vector3d> normals;    ///< unit, outward
  std::vector<double> areas;               ///< [m^2]
  std::vector<int> of_vertex;              ///< per vertex of the mesh its node, or -1
  std::vector<int> vertex;                 ///< per node its first vertex
  /// Nodes that a side joins to node i, ascending: [first_neighbour[i], first_neighbour[i + 1]).
  std::vector<int> first_neighbour, neighbours;
};

/// Precondition: the mesh is valid (require_valid).
CastingNodes casting_nodes(const TriangleMesh& mesh);

}  // namespace condyle
