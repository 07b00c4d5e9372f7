#include "core/src/contact/surface/near_triangles.h"

#include <cmath>
#include <variant>

#include "condyle/geometry/shape.h"
#include "core/src/contact/surface/plain_vectors.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Covers the rounding of the boxes, and how far the shape bulges out of flat triangles.
constexpr double k_slack = 1.05;

/// Goes down the boxes of the casting mesh.
struct Descent {
  const NearTriangles& near;
  const geometry::TriangleTree& tree;
  geometry::PackedTree packed;
  const Pose& X_TC;
  double reach;
  /// Direction, in C, along which a target that is a plane measures distances; 0 for others.
  Vector3d across;
  std::vector<int>& triangles;

  double extent(const Vector3d& half) const {
    if (across.isZero()) return plain_norm(half);
    return plain_dot(across.cwiseAbs(), half);
  }

  void visit(int level, int pack) {
    const double unit = 1 / tree.space().scale;
    const geometry::BoxPack& boxes = packed.level[level][pack];
    for (int lane = 0; lane < 16; ++lane) {
      if (boxes.half[0][lane] < 0) continue;
      Vector3d centre, half;
      for (int k = 0; k < 3; ++k) {
        centre[k] = tree.space().origin[k] + unit * boxes.center[k][lane];
        half[k] = unit * boxes.half[k][lane];
      }
      const double slack = (k_slack - 1) * plain_norm(half);
      if (!near.is_near(X_TC, centre, reach + extent(half) + slack)) continue;
      const int below = 16 * pack + lane;
      if (level > 0)
        visit(level - 1, below);
      else
        take(below);
    }
  }

  void take(int leaf) {
    const std::span<const geometry::TreeTriangle> all = tree.triangles();
    for (int i = 16 * leaf; i < std::min(16 * leaf + 16, static_cast<int>(all.size())); ++i)
      triangles.push_back(all[i].index);
  }
};

}  // namespace

void NearTriangles::find(const Pose& X_TC, double reach, std::vector<int>& triangles) const {
  const geometry::TriangleTree& tree = casting_->tree();
  const bool is_plane =
      target_->shape() != nullptr && std::holds_alternative<geometry::HalfSpace>(*target_->shape());
  Vector3d across = Vector3d::Zero();
  if (is_plane) across = X_TC.linear().row(2).transpose();
  Descent descent{*this, tree, tree.packed(), X_TC, reach, across, triangles};
  if (descent.packed.levels > 0) descent.visit(descent.packed.levels - 1, 0);
}

bool NearTriangles::is_near(const Pose& X_TC, const Vector3d& p_C, double distance) const {
  const Vector3d p_T = X_TC * p_C;
  if (target_->shape() != nullptr) return nearest(*target_->shape(), p_T).distance <= distance;
  bool any = false;
  target_->tree().for_each_near(
      p_T, [&] { return any ? 0.0 : distance * distance; },
      [&](const geometry::TreeTriangle&) { any = true; });
  return any;
}

}  // namespace condyle
