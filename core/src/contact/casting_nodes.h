#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/neighbour_lists.h"

namespace condyle {

/// The nodes of a mesh, for casting: the positions of its vertices. Vertices at one position are
/// one node. Vertices that bound no area have no node.
///
/// A third of each triangle belongs to each of its corners. A node's normal times its area is a
/// third of the sum of its triangles' area vectors, so an even pressure exerts the same force on
/// nodes as on triangles: none on a closed mesh. On a flat mesh the areas of the nodes add up to
/// that of the mesh. On a curved surface or over an edge they are smaller: a node's area is
/// projected along its normal.
struct CastingNodes {
  std::vector<Eigen::Vector3d> positions;  ///< mesh frame [m]
  std::vector<Eigen::Vector3d> normals;    ///< unit, outward
  std::vector<double> areas;               ///< [m^2]
  std::vector<int> of_vertex;              ///< per vertex of the mesh: its node, or -1
  std::vector<int> vertex;                 ///< per node: its first vertex
  mesh::NeighbourLists neighbours;         ///< nodes joined by a side of a triangle
};

/// Precondition: the mesh is valid (require_valid).
CastingNodes casting_nodes(const TriangleMesh& mesh);

}  // namespace condyle
