#pragma once

#include <Eigen/Core>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "condyle/collision/box_packet.h"
#include "condyle/collision/slab_packet.h"
#include "condyle/geometry/ray_triangle.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Where a ray meets a mesh; `triangle` is -1 where it does not.
struct RayHit {
  int triangle = -1;
  double distance = 0;  ///< along the unit direction [m]
  bool leaves = false;  ///< ray and outward normal agree: the ray goes from inside to outside
};

/// Which crossings count: lowest <= distance <= highest [m], none of them negative.
struct DistanceRange {
  double lowest = 0;
  double highest = 0;
};

/// Bounding-volume hierarchy over the triangles of one mesh, four children to a node. It keeps a
/// copy of the triangles in its own order. Any number of threads may read it while nobody refits
/// it.
class TriangleTree {
 public:
  /// The boxes of up to four children, which are nodes, or triangles in a leaf.
  struct Node {
    BoxPacket boxes;
    std::array<int, 4> children{};  ///< nodes; unused in a leaf
    int child_count = 0;
    int first = 0, last = 0;  ///< all its triangles, [first, last) in tree order
    int slabs = -1;           ///< of its children: index in slabs(); of a leaf none

    bool is_leaf() const { return slabs < 0; }  ///< then lane i is triangle first + i
    unsigned lanes() const { return (1u << child_count) - 1; }  ///< a bit for each child
  };

  /// A triangle in tree order: corners, and index in the mesh.
  struct Triangle {
    std::array<Eigen::Vector3d, 3> corners;
    int index;
  };

  /// A traversal, which leaves up to three nodes of each level waiting, needs no larger stack.
  static constexpr int k_largest_stack = 256;

  /// Precondition: the mesh is valid (require_valid).
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Takes over the vertices of the mesh that it was made of, moved since; the mesh's triangles are
  /// the same. Boxes and slabs are found anew from the leaves up, in time that grows with the
  /// triangles that moved, and order and children stay; so a search answers as that of a new tree
  /// would, to the bit, if not as fast. Where the boxes of the children have grown to
  /// k_worst_growth times what they were, measured by their surface over the root's when it was
  /// built, the tree is built anew. Allocates nothing after the first refit, but for building.
  void refit(const TriangleMesh& mesh);

  /// How often it was built: order and children change with it.
  int builds() const { return builds_; }

  static constexpr double k_worst_growth = 1.5;

  /// Nearest crossing with 0 < distance <= max_distance (which may be infinite); of equally near
  /// ones the lowest index. Watertight: a ray that passes an edge or a vertex of a closed mesh
  /// never slips through.
  RayHit nearest(const Ray& ray, double max_distance) const;

  const BoxSpace& space() const { return space_; }
  std::span<const Node> nodes() const { return nodes_; }  ///< root first; empty for an empty mesh
  std::span<const Triangle> triangles() const { return triangles_; }
  const SlabPacket& slabs(const Node& node) const { return slabs_[node.slabs]; }

 private:
  /// Of a node, with what a refit makes its parents of.
  struct Bounds {
    Eigen::Array4f lowest, highest;
    Eigen::Vector3d normal;  ///< sum of the triangles' normals, each twice its area long
    bool has_changed;
  };

  void build(const TriangleMesh& mesh);
  bool take(const TriangleMesh& mesh);
  void fit_leaf(int node, const TriangleMesh& mesh);
  void fit_inner(int node);
  double spread() const;

  BoxSpace space_;
  std::vector<Node> nodes_;
  std::vector<Triangle> triangles_;
  std::vector<SlabPacket> slabs_;  ///< of nodes that are no leaves
  int builds_ = 0;
  double built_spread_ = 0;
  std::vector<Bounds> bounds_;  ///< per node; empty before the first refit
};

/// Tests one triangle of a tree; `nearest` becomes its crossing where that lies in the range and
/// comes before: nearer, or as near with a lower index. So the order of tests does not matter.
inline void keep_nearest(const ShearedRay& ray, const TriangleTree::Triangle& triangle,
                         const DistanceRange& range, RayHit& nearest) {
  const auto& [a, b, c] = triangle.corners;
  const Crossing crossing = cross(ray, a, b, c);
  const double d = crossing.distance;
  if (!crossing.hit || !(d >= range.lowest && d <= range.highest)) return;
  const bool none_yet = nearest.triangle < 0;
  if (none_yet || d < nearest.distance ||
      (d == nearest.distance && triangle.index < nearest.triangle)) {
    nearest = {triangle.index, d, crossing.leaves};
  }
}

/// Tests those of a leaf's triangles that `lanes` has a bit for.
inline void keep_nearest(const ShearedRay& ray, const TriangleTree& tree,
                         const TriangleTree::Node& leaf, unsigned lanes, const DistanceRange& range,
                         RayHit& nearest) {
  for (; lanes != 0; lanes &= lanes - 1) {
    keep_nearest(ray, tree.triangles()[leaf.first + std::countr_zero(lanes)], range, nearest);
  }
}

/// Tests every triangle of the tree that may matter.
void keep_nearest(const Ray& ray, const TriangleTree& tree, const DistanceRange& range,
                  RayHit& nearest);

/// Tests every triangle of some leaves of the tree that may matter.
void keep_nearest(const Ray& ray, const TriangleTree& tree, std::span<const int> leaves,
                  const DistanceRange& range, RayHit& nearest);

}  // namespace condyle
