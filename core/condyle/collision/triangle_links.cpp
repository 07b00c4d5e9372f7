#include "condyle/collision/triangle_links.h"

namespace condyle {
namespace {

bool share_side(const TriangleTree::Triangle& a, int side, const TriangleTree::Triangle& b) {
  const Eigen::Vector3d &from = a.corners[side], &to = a.corners[(side + 1) % 3];
  for (int k = 0; k < 3; ++k) {
    if (b.corners[k] == to && b.corners[(k + 1) % 3] == from) return true;
  }
  return false;
}

}  // namespace

TriangleLinks link_triangles(const TriangleTree& tree,
                             std::span<const std::array<int, 3>> neighbours) {
  const auto triangles = tree.triangles();
  std::vector<int> place(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    place[triangles[i].index] = static_cast<int>(i);
  }
  TriangleLinks links(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (int side = 0; side < 3; ++side) {
      const int neighbour = neighbours[triangles[i].index][side];
      const int there = neighbour < 0 ? -1 : place[neighbour];
      const bool shared = there >= 0 && share_side(triangles[i], side, triangles[there]);
      links[i][side] = shared ? there : -1;
    }
  }
  return links;
}

}  // namespace condyle
