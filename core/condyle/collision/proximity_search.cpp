#include "condyle/collision/proximity_search.h"

#include "condyle/collision/proximity_rule.h"

namespace condyle {

ProximitySearch::ProximitySearch(const CastingRays& rays, const TriangleTree& casting_tree,
                                 const TriangleTree& target_tree)
    : rays_(rays),
      casting_tree_(&casting_tree),
      target_tree_(&target_tree),
      hints_(rays.origins.size(), -1) {}

void ProximitySearch::find(const Pose& X_CT, const ProximityWindow& window,
                           std::vector<ProximityHit>& hits) {
  hits.clear();
  const Pose X_TC = target_from_casting(X_CT);
  for (int i = 0; i < static_cast<int>(rays_.origins.size()); ++i) {
    const auto nearest = [&](const Ray& ray, const DistanceRange& range) {
      RayHit hit;
      if (hints_[i] >= 0) {
        const int place = target_tree_->places()[hints_[i]];
        keep_nearest(sheared(ray), target_tree_->triangles()[place], range, hit);
      }
      keep_nearest(ray, *target_tree_, range, hit);
      return hit;
    };
    ProximityHit hit =
        decide_proximity(inward_ray(X_TC, rays_.origins[i], rays_.normals[i]), window, nearest);
    hit.casting_triangle = i;
    if (hit.target_triangle < 0) continue;
    hits.push_back(hit);
    hints_[i] = hit.target_triangle;
  }
}

}  // namespace condyle
