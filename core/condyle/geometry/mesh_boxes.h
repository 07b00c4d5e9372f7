#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A binary hierarchy of axis-aligned boxes over the triangles of a mesh. A node's children follow
/// it: the left one at once, the right one at `right`; a leaf has right = -1.
struct MeshBoxes {
  struct Node {
    Eigen::AlignedBox3d box;
    int right = -1;
    int first = 0, last = 0;  ///< its triangles: order[first, last)
  };
  std::vector<Node> nodes;
  std::vector<int> order;  ///< triangles of the mesh

  bool is_leaf(int node) const { return nodes[node].right < 0; }
};

/// How many nodes can wait when a hierarchy is gone through depth first: one for each halving of a
/// number of triangles that an int can hold, and one more.
inline constexpr int k_most_waiting = 34;

/// Halves the triangles along the longest axis of their centroids until at most four are left.
MeshBoxes make_boxes(const TriangleMesh& mesh);

}  // namespace condyle
