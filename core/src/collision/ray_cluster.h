#pragma once

// The casting side's hierarchy: neighbouring rays form bundles, neighbouring bundles form groups,
// and so on. A cluster of rays is described independently of the target: by a frame K whose z axis
// is the rays' mean normal, the box of their origins in K, and how far their normals lean from z.
// Its rays sweep a beam that widens with the distance (search_kernels.h), a shaft in the sense of
// Haines & Wallace (1991).

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "core/src/collision/casting_ray.h"
#include "core/src/collision/casting_rays.h"
#include "core/src/collision/motion_bound.h"
#include "core/src/geometry/tree_data.h"

namespace condyle {

struct RayCluster {
  /// The cluster's rays are [first, last) in the order of the ray tree.
  int first = 0, last = 0;

  /// Pose of K in the casting frame: its axes x, y, z as columns, and its origin, the centre of the
  /// box of ray origins [m].
  Eigen::Matrix3d axes_C = Eigen::Matrix3d::Identity();
  Eigen::Vector3d center_C = Eigen::Vector3d::Zero();

  /// Half size of the box of ray origins, and radius of the ball around the box [m].
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();
  double radius = 0;

  /// Largest |x|, largest |y| and least z of the unit normals in K.
  double lean_x = 0, lean_y = 0, upright = 1;

  /// The box in K of everything that the rays reach, for clusters whose rays lean too much for a
  /// beam (sweep()) [m]. Negative if it is not known.
  Eigen::Vector3d swept_center = Eigen::Vector3d::Zero();
  Eigen::Vector3d swept_half = Eigen::Vector3d::Constant(-1);

  bool fans_out() const { return upright < 0.5; }
  bool is_swept() const { return swept_half.x() >= 0; }
  int count() const { return last - first; }
  double width() const { return half_size.head<2>().maxCoeff(); }
};

/// Growth of a cluster's width per distance along z, along the axis of K in which its normals lean
/// by `lean`. Rounded up.
inline float slope(double lean, double upright) {
  return upright > 0 ? static_cast<float>(lean / upright * (1 + 0x1p-20)) : 0;
}

/// The remaining distance of points that may hit something now.
inline constexpr double k_awake = -1;

/// A cluster of rays. Its children are the nodes [first_child, first_child + child_count).
struct RayNode {
  RayCluster rays;
  int first_child = 0, child_count = 0;

  bool is_bundle() const { return child_count == 0; }
};

/// A hierarchy of bundles of at most sixteen rays, groups of at most sixteen bundles, and so on up
/// to one root.
struct RayTree {
  /// Level by level, root first, bundles last; empty if there are no rays.
  std::vector<RayNode> nodes;
  std::vector<int> order;  ///< ray indices in the order of the tree
  int first_group = 0;     ///< first node whose children are bundles; the root is never a bundle
  int first_bundle = 0;

  int group_count() const { return first_bundle - first_group; }
};

RayTree make_ray_tree(const CastingRays& rays);

class PlacedRays;

/// A hierarchy, and its rays in the order of the hierarchy.
struct OrderedRays {
  RayTree tree;
  std::vector<CastingRay> rays;
  std::shared_ptr<PlacedRays> placed;  ///< what searches share (search_rays.h)
};

OrderedRays put_in_order(const CastingRays& rays);

/// Recomputes the clusters for rays that have moved. If the rays of a bundle have begun to fan out,
/// builds a new tree and returns true; otherwise allocates nothing.
bool refit(RayTree& tree, const CastingRays& rays);

/// Writes the rays in the tree's order.
void put_in_order(const CastingRays& rays, std::span<const int> order,
                  std::vector<CastingRay>& ordered);

/// Finds the boxes swept by those of the clusters that fan out. `ordered`: the rays in the tree's
/// order.
void sweep(std::span<RayNode> nodes, std::span<const CastingRay> ordered, const RayReach& reach);

/// Largest coordinate of a ray's origin, in magnitude [m].
double largest_coordinate(const CastingRays& rays);

/// A ball around all points of the cluster's rays within `length` of their origins, in the casting
/// frame.
inline Ball ball_about(const RayCluster& rays, double length) {
  return {rays.center_C, rays.radius + length};
}

}  // namespace condyle
