#include "core/src/collision/search_rays.h"

#include <algorithm>

#include "core/src/geometry/tree_descent.h"

namespace condyle {

namespace {

BundleRays rays_in_frame(const RayCluster& c, std::span<const CastingRay> rays, double scale) {
  BundleRays placed;
  for (int lane = 0; lane < geometry::k_bundle; ++lane) {
    const CastingRay& ray = rays[std::min(c.first + lane, c.last - 1)];
    const Eigen::Vector3d o =
        c.axes_C.transpose() * (Eigen::Vector3d(ray.origin) - c.center_C) * scale;
    const Eigen::Vector3d n = c.axes_C.transpose() * Eigen::Vector3d(ray.normal);
    for (int k = 0; k < 3; ++k) {
      placed.origin[k][lane] = static_cast<float>(o[k]);
      placed.normal[k][lane] = static_cast<float>(n[k]);
    }
  }
  return placed;
}

/// Frames of the bundles that are the children of a group. Lanes without a bundle repeat the last.
BundleFrames frames_of(std::span<const RayNode> bundles, const Eigen::Vector3d& center_C,
                       double scale) {
  geometry::TreeSpace space;
  space.scale = scale;
  BundleFrames frames;
  for (int i = 0; i < geometry::k_bundle; ++i) {
    const RayCluster& c = bundles[std::min<std::size_t>(i, bundles.size() - 1)].rays;
    const Eigen::Vector3d center = c.center_C - center_C;
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) frames.axes[k][j][i] = static_cast<float>(c.axes_C(j, k));
      frames.center[k][i] = static_cast<float>(center[k] * scale);
      frames.half[k][i] = space.length(c.half_size[k]);
    }
    frames.slope[0][i] = slope(c.lean_x, c.upright);
    frames.slope[1][i] = slope(c.lean_y, c.upright);
  }
  return frames;
}

}  // namespace

void RaysInUnits::place(const RayTree& tree, std::span<const CastingRay> rays, double scale) {
  bundles.clear();
  groups.clear();
  const std::span<const RayNode> nodes = tree.nodes;
  for (const RayNode& bundle : nodes.subspan(tree.first_bundle))
    bundles.push_back(rays_in_frame(bundle.rays, rays, scale));
  for (int g = 0; g < tree.group_count(); ++g) {
    const RayNode& group = nodes[tree.first_group + g];
    groups.push_back(frames_of(nodes.subspan(group.first_child, group.child_count),
                               nodes.front().rays.center_C, scale));
  }
}

const RaysInUnits& PlacedRays::at(double scale, const RayTree& tree,
                                  std::span<const CastingRay> rays) {
  const std::lock_guard lock(mutex_);
  const auto [found, is_new] = by_scale_.try_emplace(scale);
  if (is_new) found->second.place(tree, rays, scale);
  return found->second;
}

SearchRays::SearchRays(const CastingRays& rays) : shared_(rays.ordered) {
  if (shared_ != nullptr) return;
  tree_ = make_ray_tree(rays);
  put_in_order(rays, tree_.order, rays_);
}

void SearchRays::renew(const CastingRays& rays) {
  if (shared_ != nullptr) tree_ = shared_->tree;
  shared_ = nullptr;
  refit(tree_, rays);
  put_in_order(rays, tree_.order, rays_);
}

const RaysInUnits& SearchRays::placed(double scale) {
  if (shared_ != nullptr) return shared_->placed->at(scale, shared_->tree, shared_->rays);
  placed_.place(tree_, rays_, scale);
  return placed_;
}

}  // namespace condyle
