#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"
#include "core/src/geometry/ray_triangle.h"
#include "core/src/geometry/tree_data.h"
#include "core/src/geometry/tree_descent.h"

namespace condyle::geometry {

/// The point at which a ray meets a mesh. `triangle` is -1 if the ray misses the mesh.
struct RayHit {
  int triangle = -1;
  double distance = 0;  ///< distance along the unit direction [m]
  /// The ray goes from inside to outside: it points to the same side as the outward normal.
  bool leaves = false;
};

/// The crossings that count: lowest <= distance <= highest [m]. Neither bound is negative.
struct DistanceRange {
  double lowest = 0;
  double highest = 0;
};

/// Hierarchy of boxes over the triangles of one mesh, sixteen to a leaf and sixteen children to a
/// node: the one hierarchy of the project, for searches of contact and for solids. It keeps a copy
/// of the triangles in its own order. Any number of threads may read it unless one refits it.
class TriangleTree {
 public:
  /// A triangle of the mesh.
  struct Triangle {
    std::array<Eigen::Vector3d, 3> corners;
    int index;
  };

  /// Precondition: the mesh is valid (require_valid).
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Takes over the vertices of the mesh from which it was built, after they have moved; the
  /// triangles must be the same. The boxes are computed again but the order stays, so a search
  /// finds the same hits as in a new tree, to the bit, but may be slower. If the sum of the boxes'
  /// surfaces over the root's surface has grown by the factor k_worst_growth since the tree was
  /// built, the tree is rebuilt. Allocates only if it is rebuilt.
  void refit(const TriangleMesh& mesh);

  /// Number of times the tree was built; each time the order of the triangles changes.
  int builds() const { return builds_; }

  static constexpr double k_worst_growth = 1.5;

  /// The nearest crossing with 0 < distance <= max_distance, which may be infinite. Of equally near
  /// crossings, the one with the lowest index. Watertight: a ray through an edge or a vertex of a
  /// closed mesh never slips through.
  RayHit nearest(const Ray& ray, double max_distance) const;

  /// Calls visit(triangle) for each triangle that the ray may meet within `max_distance`, which may
  /// be infinite, and for some that it does not meet. With a `radius` [m], all rays count that
  /// start, and end, within that distance of it. Precondition: the ray's direction is a unit
  /// vector.
  template <class Visit>
  void for_each_along(const Ray& ray, double max_distance, const Visit& visit,
                      double radius = 0) const {
    const float limit = space_.length(max_distance) * k_past_rounding;
    descend(
        packed(), RayProbe(ray, space_, radius), [limit] { return limit; },
        [&](int place) { visit(triangles_[place]); });
  }

  /// Calls visit(triangle) for each triangle whose squared distance from the point may be up to
  /// limit() [m^2], and for some that are farther, those in nearer boxes first. The limit, which
  /// may be infinite, may shrink as visits find nearer triangles.
  template <class Limit, class Visit>
  void for_each_near(const Eigen::Vector3d& point, const Limit& limit, const Visit& visit) const {
    constexpr double k_all = 1e32;  // beyond every distance from a place that fits (k_far_away)
    descend(
        packed(), PointProbe(point, space_),
        [&] {
          return static_cast<float>(std::min(limit() * space_.scale * space_.scale, k_all)) *
                 k_past_rounding;
        },
        [&](int place) { visit(triangles_[place]); });
  }

  const TreeSpace& space() const { return space_; }
  /// The triangles in the order of the tree.
  std::span<const TreeTriangle> triangles() const { return triangles_; }

  /// The boxes; valid until the tree is moved, refitted or assigned to. An empty mesh has no
  /// levels.
  PackedTree packed() const;

 private:
  /// Factor for limits in float, which may have been rounded down.
  static constexpr float k_past_rounding = 1 + 0x1p-20f;

  void build(const TriangleMesh& mesh);
  void fit(const TriangleMesh& mesh);
  double spread() const;

  TreeSpace space_;
  std::vector<TreeTriangle> triangles_;
  std::vector<TrianglePack> leaves_;
  /// Boxes around the leaves first; the last level is one pack.
  std::vector<std::vector<BoxPack>> levels_;
  int builds_ = 0;
  double built_spread_ = 0;
};

/// Whether a hit is nearer, or equally near with a lower index: the order of the tests does not
/// matter.
inline bool comes_before(const RayHit& hit, const RayHit& nearest) {
  if (nearest.triangle < 0 || hit.distance < nearest.distance) return true;
  return hit.distance == nearest.distance && hit.triangle < nearest.triangle;
}

/// Tests one triangle and replaces `nearest` by its crossing if that lies in the range and comes
/// before `nearest`.
inline void keep_nearest(const ShearedRay& ray, const TriangleTree::Triangle& triangle,
                         const DistanceRange& range, RayHit& nearest) {
  const auto& [a, b, c] = triangle.corners;
  const Crossing crossing = cross(ray, a, b, c);
  const double d = crossing.distance;
  if (!crossing.hit || !(d >= range.lowest && d <= range.highest)) return;
  const RayHit hit{triangle.index, d, crossing.leaves};
  if (comes_before(hit, nearest)) nearest = hit;
}

inline TriangleTree::Triangle plain(const TreeTriangle& t) {
  const auto corner = [&](int v) { return Eigen::Vector3d(t.corner[v]); };
  return {{corner(0), corner(1), corner(2)}, t.index};
}

}  // namespace condyle::geometry
