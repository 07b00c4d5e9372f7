#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/collision/filter_box.h"
#include "condyle/collision/ray_triangle.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Where a ray meets a mesh; `triangle` is -1 where it does not.
struct RayHit {
  int triangle = -1;
  double distance = 0;  ///< along the unit direction [m]
  bool leaves = false;  ///< ray and outward normal agree: the ray goes from inside to outside
};

/// Which crossings count: 0 < distance, lowest <= distance <= highest [m].
struct DistanceRange {
  double lowest = 0;
  double highest = 0;
};

/// Bounding-volume hierarchy over the triangles of one mesh, of which it keeps a copy in its own
/// order. Immutable, so any number of threads may read it.
class TriangleTree {
 public:
  struct Node {
    FilterBox box;
    int first = 0, last = 0;  ///< its triangles, [first, last) in tree order
    int children = 0;         ///< the first of two adjacent children; 0 for a leaf

    bool is_leaf() const { return children == 0; }
  };

  /// Triangles in tree order: corners and index in the mesh.
  struct Triangle {
    std::array<Eigen::Vector3d, 3> corners;
    int index;
  };

  static constexpr int k_largest_leaf = 4;
  static constexpr int k_largest_depth = 96;  ///< so a traversal needs a stack of this many nodes

  /// Precondition: the mesh is valid (require_valid).
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Nearest crossing with 0 < distance <= max_distance (which may be infinite); of equally near
  /// ones the lowest index. Watertight: a ray that passes an edge or a vertex of a closed mesh
  /// never slips through.
  RayHit nearest(const Ray& ray, double max_distance) const;

  const FilterSpace& space() const { return space_; }

  std::span<const Node> nodes() const { return nodes_; }  ///< root first; empty for an empty mesh
  std::span<const Triangle> triangles() const { return triangles_; }
  std::span<const FilterBox> boxes() const { return boxes_; }  ///< of the triangles, in tree order

  /// Place in tree order of each triangle of the mesh.
  std::span<const int> places() const { return places_; }

 private:
  TriangleTree(const TriangleMesh& mesh, const std::vector<BoundingBox>& boxes);

  FilterSpace space_;
  std::vector<Node> nodes_;
  std::vector<Triangle> triangles_;
  std::vector<FilterBox> boxes_;
  std::vector<int> places_;
};

/// Tests one triangle of a tree; `nearest` becomes its crossing where that lies in the range and
/// comes before: nearer, or as near with a lower index. So the order of tests does not matter.
inline void keep_nearest(const ShearedRay& ray, const TriangleTree::Triangle& triangle,
                         const DistanceRange& range, RayHit& nearest) {
  const auto& [a, b, c] = triangle.corners;
  const Crossing crossing = cross(ray, a, b, c);
  const double d = crossing.distance;
  if (!crossing.hit || !(d > 0 && d >= range.lowest && d <= range.highest)) return;
  const bool none_yet = nearest.triangle < 0;
  if (none_yet || d < nearest.distance ||
      (d == nearest.distance && triangle.index < nearest.triangle)) {
    nearest = {triangle.index, d, crossing.leaves};
  }
}

/// Lowers `nearest` to the nearest crossing in the range among the triangles below the root.
void keep_nearest(const Ray& ray, const TriangleTree& tree, const DistanceRange& range,
                  RayHit& nearest);

}  // namespace condyle
