#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A binary hierarchy of axis-aligned boxes over the triangles of a mesh. A node's children come
/// after it: the left one directly after it, the right one at index `right`. A leaf has right = -1.
struct MeshBoxes {
  struct Node {
    Eigen::AlignedBox3d box;
    int right = -1;
    int first = 0, last = 0;  ///< its triangles are order[first, last)
  };
  std::vector<Node> nodes;
  std::vector<int> order;  ///< permutation of the mesh's triangles

  bool is_leaf(int node) const { return nodes[node].right < 0; }
};

/// Capacity of the stack for a depth-first traversal: one node for each halving of a number of
/// triangles that fits in an int, and one more.
inline constexpr int k_most_waiting = 34;

/// Splits the triangles in halves along the longest axis of their centroids until at most four
/// remain in each leaf.
MeshBoxes make_boxes(const TriangleMesh& mesh);

}  // namespace condyle
