#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/mesh/neighbour_lists.h"

namespace condyle {

/// The nodes of a mesh, for casting: the positions of its vertices, with one node for each smooth
/// side there. Triangles around a position are of one side if sides of triangles without a crease
/// (k_crease_cosine) connect them, so a corner of a box has three nodes. Vertices at one position
/// count as one. Corners that bound no area have no node.
///
/// A third of each triangle belongs to each of its corners. A node's normal times its area is a
/// third of the sum of its triangles' area vectors, so an even pressure exerts the same force on
/// nodes as on triangles: none on a closed mesh. The areas of the nodes of a flat face add up to
/// that of the face. On a curved surface they are smaller: a node's area is projected along its
/// normal.
struct CastingNodes {
  std::vector<Eigen::Vector3d> positions;  ///< mesh frame [m]
  std::vector<Eigen::Vector3d> normals;    ///< unit, outward
  std::vector<double> areas;               ///< [m^2]
  /// Per triangle: the nodes at its corners, -1 for none.
  std::vector<std::array<int, 3>> of_triangle;
  std::vector<int> vertex;          ///< per node: the first vertex at its position
  mesh::NeighbourLists neighbours;  ///< nodes of one triangle, and nodes at one position
};

/// Precondition: the mesh is valid (require_valid).
CastingNodes casting_nodes(const TriangleMesh& mesh);

}  // namespace condyle
