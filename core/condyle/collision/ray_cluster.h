#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/collision/casting_rays.h"
#include "condyle/collision/triangle_tree.h"

namespace condyle {

/// Neighbouring rays of the casting mesh, described whatever they reach: a frame K whose z axis is
/// their mean normal, the box of their origins in it, and how far their normals lean from z.
struct RayCluster {
  /// Its rays, [first, last) in the order of the casting tree.
  int first = 0, last = 0;

  /// Pose of K in the casting frame: columns x, y, z, and the middle of the box of origins.
  Eigen::Matrix3d axes_C = Eigen::Matrix3d::Identity();
  Eigen::Vector3d center_C = Eigen::Vector3d::Zero();

  /// Of the box of origins, and of the ball about its middle.
  Eigen::Vector3d half_size = Eigen::Vector3d::Zero();
  double radius = 0;

  /// Of the unit normals in K: largest |x|, largest |y|, largest distance from z, least z.
  double lean_x = 0, lean_y = 0, lean = 0, upright = 1;
};

/// Neighbouring clusters [first_cluster, last_cluster), and the cluster that holds all their rays.
struct RayGroup {
  RayCluster all;
  int first_cluster = 0, last_cluster = 0;
};

/// All rays in clusters of a few and groups of some clusters: nodes of the casting tree.
struct RayClusters {
  std::vector<RayCluster> clusters;
  std::vector<RayGroup> groups;
};

RayClusters make_clusters(const CastingRays& rays, const TriangleTree& casting_tree,
                          int largest_cluster, int largest_group);

}  // namespace condyle
