#pragma once

// The casting side's hierarchy: neighbouring rays bundled, the bundles bundled again. A bundle is
// described whatever it meets: a frame K whose z axis is the rays' mean normal, the box of their
// origins in it, and how far their normals lean from z. What the rays sweep is then a beam that
// widens with the distance (search_kernels.h), the bundle a shaft (Haines & Wallace 1991).

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/search_data.h"

namespace condyle {

struct RayCluster {
  /// Its rays, [first, last) in the order of the tree of rays.
  int first = 0, last = 0;

  /// Pose of K in the casting frame: columns x, y, z, and the middle of the box of origins.
  Eigen::Matrix3d axes_C = Eigen::Matrix3d::Identity();
  Eigen::Vector3d center_C = Eigen::Vector3d::Zero();

  /// Of the box of origins, and of the ball about its middle.
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();
  double radius = 0;

  /// Of the unit normals in K: largest |x|, largest |y|, least z.
  double lean_x = 0, lean_y = 0, upright = 1;

  /// Of rays that lean too much for a beam to say where they are: the box in K of all that they
  /// reach (sweep); negative where it is not known.
  Eigen::Vector3d swept_center = Eigen::Vector3d::Zero();
  Eigen::Vector3d swept_half = Eigen::Vector3d::Constant(-1);

  bool fans_out() const { return upright < 0.5; }
  bool is_swept() const { return swept_half.x() >= 0; }
  int count() const { return last - first; }
  double width() const { return half_size.head<2>().maxCoeff(); }
};

/// Growth of a cluster's width per distance along z, along an axis of K in which its normals lean
/// so far; rounded up.
inline float slope(double lean, double upright) {
  return upright > 0 ? static_cast<float>(lean / upright * (1 + 0x1p-20)) : 0;
}

/// What is left, before anything can be hit, of the way of points that may hit something now.
inline constexpr double k_awake = -1;

/// A cluster, and the clusters that it is made of: nodes [first_child, first_child + child_count).
struct RayNode {
  RayCluster rays;
  int first_child = 0, child_count = 0;

  bool is_bundle() const { return child_count == 0; }
};

/// Bundles of at most sixteen rays, groups of at most sixteen bundles, and so on up to one root.
struct RayTree {
  std::vector<RayNode> nodes;  ///< root first, bundles last, each level in one; empty without rays
  std::vector<int> order;      ///< of the rays
  int first_group = 0;         ///< nodes whose children are bundles; the root is no bundle
  int first_bundle = 0;

  int group_count() const { return first_bundle - first_group; }
};

RayTree make_ray_tree(const CastingRays& rays);

/// The same clusters about rays that have moved since; a new tree, and `true`, where the rays of a
/// bundle have come to fan out. Allocates nothing otherwise.
bool refit(RayTree& tree, const CastingRays& rays);

/// Writes the rays in the tree's order.
void put_in_order(const CastingRays& rays, std::span<const int> order,
                  std::vector<CastingRay>& ordered);

/// Finds what the clusters that fan out reach. `ordered`: the rays in the tree's order.
void sweep(RayTree& tree, std::span<const CastingRay> ordered, const RayReach& reach);

/// No origin of a ray has a coordinate beyond.
double largest_coordinate(const CastingRays& rays);

/// Holds all points of the cluster's rays up to `length` from their origins, in the casting frame.
inline Ball ball_about(const RayCluster& rays, double length) {
  return {rays.center_C, rays.radius + length};
}

}  // namespace condyle
