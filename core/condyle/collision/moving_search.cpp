#include "condyle/collision/moving_search.h"

#include "condyle/collision/candidates.h"
#include "condyle/collision/proximity_rule.h"

namespace condyle {
namespace {

/// Rays of a leaf, for which the target is narrowed down together.
constexpr int k_largest_leaf = 16;

}  // namespace

MovingSearch::MovingSearch(const CastingRays& rays, const TriangleTree& casting_tree,
                           const TriangleTree& target)
    : target_(&target), found_(rays.origins.size()) {
  renew(rays, casting_tree);
}

void MovingSearch::renew(const CastingRays& rays, const TriangleTree& casting_tree) {
  if (builds_ == casting_tree.builds())
    refit(tree_, rays, casting_tree);
  else
    tree_ = make_ray_tree(rays, casting_tree, k_largest_leaf);
  builds_ = casting_tree.builds();
  rays_.clear();
  rays_.reserve(rays.origins.size());
  for (const auto& [corners, triangle] : casting_tree.triangles())
    rays_.push_back({rays.origins[triangle], rays.normals[triangle], triangle});
}

void MovingSearch::find(const Pose& X_CT, const ProximityWindow& window,
                        std::vector<ProximityHit>& hits) {
  hits.clear();
  X_TC_ = target_from_casting(X_CT);
  window_ = window;
  reach_ = reach_of(window);
  if (tree_.nodes.empty() || target_->nodes().empty() || !X_TC_.matrix().allFinite()) return;
  candidates_.assign(1, 0);
  visit(0, 0);
  found_.give(hits);
}

/// The candidates from the first on are those of the cluster that the node belongs to.
void MovingSearch::visit(int node, int first_candidate) {
  const RayNode& here = tree_.nodes[node];
  const RayPrism prism = enclose(here.rays, reach_, X_TC_, target_->space());
  const auto first = static_cast<int>(candidates_.size());
  if (here.is_leaf()) {
    narrow_to_leaves(prism, *target_, first_candidate, first, candidates_);
    trace(here.rays, first);
  } else {
    const auto size = static_cast<float>(here.rays.width());
    narrow(prism, *target_, size, first_candidate, first, candidates_);
    const bool any = static_cast<int>(candidates_.size()) > first;
    for (int i = 0; any && i < here.child_count; ++i) visit(here.first_child + i, first);
  }
  candidates_.resize(first);
}

void MovingSearch::trace(const RayCluster& rays, int first_candidate) {
  const auto leaves = std::span(candidates_).subspan(first_candidate);
  if (leaves.empty()) return;
  for (int i = rays.first; i < rays.last; ++i) {
    const CastingRay& ray = rays_[i];
    ProximityHit hit = decide_by_rays(inward_ray(X_TC_, ray.origin_C, ray.normal_C), window_,
                                      [&](const Ray& line, const DistanceRange& range) {
                                        RayHit nearest;
                                        keep_nearest(line, *target_, leaves, range, nearest);
                                        return nearest;
                                      });
    if (hit.target_triangle < 0) continue;
    hit.casting_triangle = ray.triangle;
    found_.keep(hit);
  }
}

}  // namespace condyle
