#include "condyle/collision/ray_cluster.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <span>

namespace condyle {
namespace {

using Members = std::span<const TriangleTree::Triangle>;

/// Unit mean of the normals; where they cancel, the first.
Eigen::Vector3d mean_normal(const CastingRays& rays, Members members) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const auto& member : members) sum += rays.normals[member.index];
  if (sum.norm() < 1e-3) sum = rays.normals[members.front().index];
  return sum.normalized();
}

Eigen::Matrix3d axes_about(const Eigen::Vector3d& z) {
  Eigen::Matrix3d axes;
  axes.col(2) = z;
  axes.col(0) = z.unitOrthogonal();
  axes.col(1) = z.cross(axes.col(0));
  return axes;
}

RayCluster make_cluster(const CastingRays& rays, const TriangleTree& tree,
                        const TriangleTree::Node& node) {
  const Members members = tree.triangles().subspan(node.first, node.last - node.first);
  RayCluster cluster{.first = node.first, .last = node.last};
  cluster.axes_C = axes_about(mean_normal(rays, members));
  BoundingBox origins, normals;  // in K
  for (const auto& member : members) {
    origins.include(cluster.axes_C.transpose() * rays.origins[member.index]);
    normals.include(cluster.axes_C.transpose() * rays.normals[member.index]);
  }
  cluster.center_C = cluster.axes_C * origins.center();
  cluster.half_size = origins.half_size();
  cluster.radius = cluster.half_size.norm();
  cluster.lean_x = std::max(-normals.lowest[0], normals.highest[0]);
  cluster.lean_y = std::max(-normals.lowest[1], normals.highest[1]);
  cluster.lean = std::min(1.0, std::hypot(cluster.lean_x, cluster.lean_y));
  cluster.upright = normals.lowest[2];
  return cluster;
}

/// The highest nodes below `root` with at most `largest` triangles, in tree order.
std::vector<int> nodes_up_to(const TriangleTree& tree, int root, int largest) {
  std::vector<int> found, waiting{root};
  while (!waiting.empty()) {
    const int index = waiting.back();
    const TriangleTree::Node& node = tree.nodes()[index];
    waiting.pop_back();
    if (node.is_leaf || node.last - node.first <= largest) {
      found.push_back(index);
    } else {
      for (int i = node.child_count; i-- > 0;) waiting.push_back(node.children[i]);
    }
  }
  return found;
}

}  // namespace

RayClusters make_clusters(const CastingRays& rays, const TriangleTree& casting_tree,
                          int largest_cluster, int largest_group) {
  RayClusters made;
  const auto nodes = casting_tree.nodes();
  if (nodes.empty()) return made;
  for (const int group : nodes_up_to(casting_tree, 0, largest_group)) {
    const int first = static_cast<int>(made.clusters.size());
    for (const int cluster : nodes_up_to(casting_tree, group, largest_cluster)) {
      made.clusters.push_back(make_cluster(rays, casting_tree, nodes[cluster]));
    }
    made.groups.push_back({make_cluster(rays, casting_tree, nodes[group]), first,
                           static_cast<int>(made.clusters.size())});
  }
  return made;
}

}  // namespace condyle
