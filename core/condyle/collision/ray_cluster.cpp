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

RayCluster make_cluster(const CastingRays& rays, const TriangleTree& tree, int first, int last) {
  const Members members = tree.triangles().subspan(first, last - first);
  RayCluster cluster{.first = first, .last = last};
  cluster.axes_C = axes_about(mean_normal(rays, members));
  const Eigen::Matrix3d axes_K = cluster.axes_C.transpose();
  BoundingBox origins, normals;  // in K
  for (const auto& member : members) {
    const Eigen::Vector3d origin = axes_K * rays.origins[member.index];
    const Eigen::Vector3d normal = axes_K * rays.normals[member.index];
    origins.include(origin);
    normals.include(normal);
  }
  cluster.center_C = cluster.axes_C * origins.center();
  cluster.half_size = origins.half_size();
  cluster.radius = cluster.half_size.norm();
  cluster.lean_x = std::max(-normals.lowest[0], normals.highest[0]);
  cluster.lean_y = std::max(-normals.lowest[1], normals.highest[1]);
  cluster.upright = normals.lowest[2];
  return cluster;
}

class Maker {
 public:
  Maker(const CastingRays& rays, const TriangleTree& tree, int largest_leaf)
      : rays_(rays), tree_(tree), largest_leaf_(largest_leaf) {}

  RayTree run() {
    if (tree_.nodes().empty()) return {};
    made_.nodes.emplace_back();
    fill(0, tree_.nodes().front());
    return std::move(made_);
  }

 private:
  void fill(int index, const TriangleTree::Node& from) {
    RayNode node{.rays = make_cluster(rays_, tree_, from.first, from.last)};
    node.first_leaf = static_cast<int>(made_.leaves.size());
    if (from.is_leaf() || from.last - from.first <= largest_leaf_) {
      made_.leaves.push_back(index);
    } else {
      node.first_child = static_cast<int>(made_.nodes.size());
      node.child_count = from.child_count;
      made_.nodes.resize(made_.nodes.size() + from.child_count);
      std::vector<int> children(from.children.begin(), from.children.begin() + from.child_count);
      std::sort(children.begin(), children.end(),
                [&](int x, int y) { return tree_.nodes()[x].first < tree_.nodes()[y].first; });
      for (int i = 0; i < from.child_count; ++i) {
        fill(node.first_child + i, tree_.nodes()[children[i]]);
      }
    }
    node.last_leaf = static_cast<int>(made_.leaves.size());
    made_.nodes[index] = node;
  }

  const CastingRays& rays_;
  const TriangleTree& tree_;
  int largest_leaf_;
  RayTree made_;
};

}  // namespace

RayTree make_ray_tree(const CastingRays& rays, const TriangleTree& casting_tree, int largest_leaf) {
  return Maker(rays, casting_tree, largest_leaf).run();
}

void refit(RayTree& tree, const CastingRays& rays, const TriangleTree& casting_tree) {
  for (RayNode& node : tree.nodes)
    node.rays = make_cluster(rays, casting_tree, node.rays.first, node.rays.last);
}

/// A point of the rays is at c + a z + b, z the mean ray, b across it. It moves as c does, and by
/// D (a z + b), D the change of the rotation, of which z.(D z) is of second order.
SplitDisplacement ray_displacement(const RigidMotion& motion, const RayCluster& rays, double length,
                                   const Pose& X_TC) {
  const Eigen::Vector3d axis_C = rays.axes_C.col(2), axis_T = X_TC.linear() * axis_C;
  const Eigen::Vector3d at_center = motion.turn * rays.center_C + motion.shift;
  const double tipped = std::abs(axis_T.dot(motion.turn * axis_C));
  const double across = std::hypot(rays.half_size.x() + rays.lean_x * length,
                                   rays.half_size.y() + rays.lean_y * length);
  return {std::abs(at_center.dot(axis_T)) + tipped * (rays.half_size.z() + length) +
              motion.turn_norm * across + motion.rounding,
          at_center.norm() + motion.turn_norm * (rays.radius + length) + motion.rounding};
}

}  // namespace condyle
