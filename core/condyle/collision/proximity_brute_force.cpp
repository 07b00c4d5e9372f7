#include "condyle/collision/proximity_rule.h"

namespace condyle {

void find_by_brute_force(const CastingRays& rays, const TriangleMesh& target, const Pose& X_CT,
                         const ProximityWindow& window, std::vector<ProximityHit>& hits) {
  const auto nearest = [&](const Ray& ray, const DistanceRange& range) {
    const ShearedRay line = sheared(ray);
    RayHit hit;
    int index = 0;
    for (const auto& [a, b, c] : target.triangles) {
      const auto& v = target.vertices;
      keep_nearest(line, {{v[a], v[b], v[c]}, index++}, range, hit);
    }
    return hit;
  };
  hits.clear();
  const Pose X_TC = target_from_casting(X_CT);
  for (int i = 0; i < static_cast<int>(rays.origins.size()); ++i) {
    ProximityHit hit =
        decide_by_rays(inward_ray(X_TC, rays.origins[i], rays.normals[i]), window, nearest);
    hit.casting_triangle = i;
    if (hit.target_triangle >= 0) hits.push_back(hit);
  }
}

}  // namespace condyle
