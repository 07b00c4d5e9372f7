#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/collision/search_data.h"
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

/// In units of a target: farther than anything may be, and its products still numbers of float.
inline constexpr float k_far_away = 1e15f;

/// From where, and in which units, what is kept of a target in float is counted: no coordinate of
/// it is beyond 1.
struct TargetSpace {
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();
  double scale = 1;  ///< units per metre, a power of two

  /// Never beyond what float can multiply: what is so far away is far, wherever it is.
  float length(double metres) const;
  std::array<float, 3> place(const Eigen::Vector3d& p) const;
};

/// Hierarchy of boxes over the triangles of one mesh, sixteen to a leaf and sixteen children to a
/// node (search_kernels.h). It keeps a copy of the triangles in its own order. Any number of
/// threads may read it while nobody refits it.
class TriangleTree {
 public:
  /// A triangle of the mesh.
  struct Triangle {
    std::array<Eigen::Vector3d, 3> corners;
    int index;
  };

  /// Precondition: the mesh is valid (require_valid).
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Takes over the vertices of the mesh that it was made of, moved since; the mesh's triangles are
  /// the same. Boxes are found anew and order stays; so a search answers as that of a new tree
  /// would, to the bit, if not as fast. Where the boxes have grown to k_worst_growth times what
  /// they were, measured by their surface over the root's when it was built, the tree is built
  /// anew. Allocates nothing but for building.
  void refit(const TriangleMesh& mesh);

  /// How often it was built: the order changes with it.
  int builds() const { return builds_; }

  static constexpr double k_worst_growth = 1.5;

  /// Nearest crossing with 0 < distance <= max_distance (which may be infinite); of equally near
  /// ones the lowest index. Watertight: a ray that passes an edge or a vertex of a closed mesh
  /// never slips through.
  RayHit nearest(const Ray& ray, double max_distance) const;

  const TargetSpace& space() const { return space_; }
  std::span<const TargetTriangle> triangles() const { return triangles_; }  ///< in its order

  /// The boxes; valid until the tree is moved, refitted or copied to. No levels: an empty mesh.
  PackedTree packed() const;

 private:
  void build(const TriangleMesh& mesh);
  void fit(const TriangleMesh& mesh);
  double spread() const;

  TargetSpace space_;
  std::vector<TargetTriangle> triangles_;
  std::vector<TrianglePack> leaves_;
  std::vector<std::vector<BoxPack>> levels_;  ///< of the leaves first, one pack last
  int builds_ = 0;
  double built_spread_ = 0;
};

/// Nearer, or as near with a lower index: so the order of tests does not matter.
inline bool comes_before(const RayHit& hit, const RayHit& nearest) {
  if (nearest.triangle < 0 || hit.distance < nearest.distance) return true;
  return hit.distance == nearest.distance && hit.triangle < nearest.triangle;
}

/// Tests one triangle; `nearest` becomes its crossing where that lies in the range and comes
/// before.
inline void keep_nearest(const ShearedRay& ray, const TriangleTree::Triangle& triangle,
                         const DistanceRange& range, RayHit& nearest) {
  const auto& [a, b, c] = triangle.corners;
  const Crossing crossing = cross(ray, a, b, c);
  const double d = crossing.distance;
  if (!crossing.hit || !(d >= range.lowest && d <= range.highest)) return;
  const RayHit hit{triangle.index, d, crossing.leaves};
  if (comes_before(hit, nearest)) nearest = hit;
}

inline TriangleTree::Triangle plain(const TargetTriangle& t) {
  const auto corner = [&](int v) { return Eigen::Vector3d(t.corner[v]); };
  return {{corner(0), corner(1), corner(2)}, t.index};
}

}  // namespace condyle
