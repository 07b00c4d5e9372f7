#include "core/src/collision/shape_search.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/src/base/checks.h"
#include "core/src/collision/motion_bound.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/shape_clearance.h"
#include "core/src/collision/shape_rays.h"

namespace condyle {
namespace {

/// A clearance that lasts this many steps is as good as a larger one.
constexpr double k_steps_to_last = 40;

/// After a node was not clear, its clearance is computed again when the mesh has moved this
/// fraction of the node's width.
constexpr double k_patience = 0.25;

/// Calls `use` with the shape as its actual type.
template <class Use>
void with_own_type(const geometry::Shape& shape, const Use& use) {
  std::visit(
      [&](const auto& s) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(s)>, geometry::MeshSolid>)
          use(s);
      },
      shape);
}

}  // namespace

ShapeSearch::ShapeSearch(const CastingRays& rays, const geometry::Shape& target)
    : target_(&target), casting_(rays), slots_(rays.origins.size()), found_(rays.origins.size()) {
  CONDYLE_ASSERT(!std::holds_alternative<geometry::MeshSolid>(target));
  take(rays);
}

void ShapeSearch::renew(const CastingRays& rays) {
  casting_.renew(rays);
  take(rays);
}

void ShapeSearch::take(const CastingRays& rays) {
  memories_.resize(casting_.tree().nodes.size());
  travelled_ = -1;
  extent_C_ = largest_coordinate(rays);
}

void ShapeSearch::find(const Pose& X_CT, const ProximityWindow& window,
                       std::vector<ProximityHit>& hits) {
  hits.clear();
  if (casting_.tree().nodes.empty() || !begin(X_CT, window)) return;
  found_.begin(slots_);
  visit(0);
  found_.give(hits);
}

/// Accounts for the motion since the last call. Returns false if the pose is not finite.
bool ShapeSearch::begin(const Pose& X_CT, const ProximityWindow& window) {
  const Pose X_TC_before = X_TC_;
  const RayReach reach_before = reach_;
  X_TC_ = target_from_casting(X_CT);
  window_ = window;
  reach_ = reach_of(window);
  if (!X_TC_.matrix().allFinite()) {
    travelled_ = -1;
    return false;
  }
  const double size = extent_C_ + longest(reach_);
  const Ball all = ball_about(casting_.tree().nodes.front().rays, longest(reach_));
  moved_ = displacement(motion_between(X_TC_before, X_TC_, size), all);
  const double travelled = travelled_ + moved_ + growth(reach_before, reach_);
  const bool knows = travelled_ >= 0 && travelled < k_farthest_travel * size;
  if (knows) {
    travelled_ = travelled;
  } else {
    travelled_ = moved_ = 0;
    std::fill(memories_.begin(), memories_.end(), Memory{});
  }
  return true;
}

/// Returns the value of travelled_ before which the node's rays hit nothing.
double ShapeSearch::visit(int node) {
  const Memory& memory = memories_[node];
  if (travelled_ < memory.clear_until) return memory.clear_until;
  if (travelled_ >= memory.not_clear_before && is_clear(node)) return memory.clear_until;
  if (!casting_.tree().nodes[node].is_bundle()) return visit_children(node);
  trace(casting_.tree().nodes[node].rays);
  return travelled_;
}

double ShapeSearch::visit_children(int node) {
  const RayNode& parent = casting_.tree().nodes[node];
  double until = std::numeric_limits<double>::infinity();
  for (int i = 0; i < parent.child_count; ++i) {
    until = std::min(until, visit(parent.first_child + i));
  }
  return memories_[node].clear_until = until;
}

bool ShapeSearch::is_clear(int node) {
  const RayCluster& rays = casting_.tree().nodes[node].rays;
  const double clear =
      clearance(*target_, rays, reach_, X_TC_, k_steps_to_last * moved_ + rays.radius);
  Memory& memory = memories_[node];
  memory.clear_until = clear > 0 ? travelled_ + clear : -1;
  if (!(clear > 0)) memory.not_clear_before = travelled_ + k_patience * rays.width();
  return clear > 0;
}

void ShapeSearch::trace(const RayCluster& rays) {
  with_own_type(*target_, [&](const auto& shape) {
    const auto is_near = near_starts(shape, X_TC_, window_, extent_C_);
    for (int i = rays.first; i < rays.last; ++i) {
      const CastingRay& ray = casting_.rays()[i];
      if (!is_near(ray.origin)) continue;
      ProximityHit hit =
          meet(shape, inward_ray(X_TC_, Eigen::Vector3d(ray.origin), Eigen::Vector3d(ray.normal)),
               window_);
      hit.casting_triangle = ray.index;
      if (hit.target_triangle >= 0) found_.keep(hit);
    }
  });
}

ProximityHit meet_one(const geometry::Ray& inward, const geometry::Shape& target,
                      const ProximityWindow& window) {
  ProximityHit hit;
  with_own_type(target, [&](const auto& shape) { hit = meet(shape, inward, window); });
  return hit;
}

void find_by_brute_force(const CastingRays& rays, const geometry::Shape& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits) {
  hits.clear();
  const Pose X_TC = target_from_casting(X_CT);
  with_own_type(target, [&](const auto& shape) {
    for (int i = 0; i < static_cast<int>(rays.origins.size()); ++i) {
      ProximityHit hit = meet(shape, inward_ray(X_TC, rays.origins[i], rays.normals[i]), window);
      hit.casting_triangle = i;
      if (hit.target_triangle >= 0) hits.push_back(hit);
    }
  });
}

}  // namespace condyle
