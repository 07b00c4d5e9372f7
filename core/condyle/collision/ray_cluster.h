#pragma once

// The casting side's hierarchy: neighbouring rays bundled, the bundles bundled again. A bundle is
// described whatever it meets: a frame K whose z axis is the rays' mean normal, the box of their
// origins in it, and how far their normals lean from z. What the rays sweep is then a prism that
// widens with the distance (ray_prism.h), the bundle a shaft (Haines & Wallace 1991).

#include <Eigen/Core>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/motion_bound.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

struct RayCluster {
  /// Its rays, [first, last) in the order of the casting tree.
  int first = 0, last = 0;

  /// Pose of K in the casting frame: columns x, y, z, and the middle of the box of origins.
  Eigen::Matrix3d axes_C = Eigen::Matrix3d::Identity();
  Eigen::Vector3d center_C = Eigen::Vector3d::Zero();

  /// Of the box of origins, and of the ball about its middle.
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();
  double radius = 0;

  /// Of the unit normals in K: largest |x|, largest |y|, least z.
  double lean_x = 0, lean_y = 0, upright = 1;

  int count() const { return last - first; }
  double width() const { return half_size.head<2>().maxCoeff(); }
};

/// A cluster, and the clusters that it is made of: nodes [first_child, first_child + child_count)
/// and, of those without children, the leaves [first_leaf, last_leaf), counted in their order.
struct RayNode {
  RayCluster rays;
  int first_child = 0, child_count = 0;
  int first_leaf = 0, last_leaf = 0;

  bool is_leaf() const { return child_count == 0; }
};

struct RayTree {
  std::vector<RayNode> nodes;  ///< root first; empty without rays
  std::vector<int> leaves;     ///< nodes without children, by ascending rays
};

/// The nodes of the casting tree down to those with at most `largest_leaf` rays.
RayTree make_ray_tree(const CastingRays& rays, const TriangleTree& casting_tree, int largest_leaf);

/// The same clusters about rays that have moved since, of a casting tree that was refitted and not
/// built anew. Allocates nothing.
void refit(RayTree& tree, const CastingRays& rays, const TriangleTree& casting_tree);

/// How far a motion takes the points of the cluster's rays up to `length` from their origins, along
/// the mean ray as it was before, and altogether [m]. X_TC: the pose before.
SplitDisplacement ray_displacement(const RigidMotion& motion, const RayCluster& rays, double length,
                                   const Pose& X_TC);

/// Holds all points of the cluster's rays up to `length` from their origins, in the casting frame.
inline Ball ball_about(const RayCluster& rays, double length) {
  return {rays.center_C, rays.radius + length};
}

}  // namespace condyle
