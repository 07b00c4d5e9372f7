// Rays against a mesh solid.
#include <algorithm>
#include <limits>
#include <utility>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/line_crossings.h"
#include "core/src/geometry/mesh_solid_data.h"

namespace condyle::geometry {

using Eigen::Vector3d;

namespace {

/// Whether two hits are at the same edge or corner, to rounding.
bool at_one_place(const MeshSolid& solid, const RayCrossing& a, const RayCrossing& b) {
  const double size =
      (a.point - solid.mesh().vertices[0]).norm() + solid.bounds().diagonal().norm();
  return (b.point - a.point).norm() <= 1e-12 * size;
}

/// Adds a crossing at which several triangles are hit, in any order. Points of the ray before and
/// after it tell whether the ray passes through the surface or only touches it.
void add_shared_crossing(const MeshSolid& solid, const Vector3d& origin, const Vector3d& direction,
                         const LineInterval& around, RayCrossing hit,
                         std::vector<RayCrossing>& crossings) {
  const bool inside_before = nearest(solid, origin + around.lowest * direction).distance < 0;
  const bool inside_after = nearest(solid, origin + around.highest * direction).distance < 0;
  if (inside_before == inside_after) return;
  hit.leaves = inside_before;
  crossings.push_back(hit);
}

}  // namespace

std::vector<RayCrossing> MeshSolid::triangle_crossings(const Vector3d& origin,
                                                       const Vector3d& direction) const {
  std::vector<std::pair<int, Crossing>> met;
  data_->for_each_met({origin, direction}, std::numeric_limits<double>::infinity(),
                      [&](int triangle, const Crossing& at) {
                        if (at.distance >= 0) met.push_back({triangle, at});
                      });
  std::ranges::sort(met, {}, [](const auto& hit) { return hit.first; });
  std::vector<RayCrossing> crossings;
  for (const auto& [t, at] : met) {
    const Vector3d point = origin + at.distance * direction;
    crossings.push_back({at.distance, point, normal(nearest_point_on(t, point)), at.leaves});
  }
  return crossings;
}

std::vector<RayCrossing> ray_crossings(const MeshSolid& solid, const Vector3d& origin,
                                       const Vector3d& direction) {
  std::vector<RayCrossing> hits = solid.triangle_crossings(origin, direction);
  std::ranges::stable_sort(hits, {}, &RayCrossing::distance);
  std::vector<RayCrossing> crossings;
  double before = 0;  // end of the previous group
  for (std::size_t first = 0, last = 0; first < hits.size(); first = last) {
    for (last = first + 1; last < hits.size() && at_one_place(solid, hits[last - 1], hits[last]);) {
      ++last;
    }
    const double after = last < hits.size() ? hits[last].distance : 2 * hits[last - 1].distance + 1;
    if (last - first == 1) {
      crossings.push_back(hits[first]);
    } else {
      add_shared_crossing(
          solid, origin, direction,
          {0.5 * (before + hits[first].distance), 0.5 * (hits[last - 1].distance + after)},
          hits[first], crossings);
    }
    before = hits[last - 1].distance;
  }
  return crossings;
}

}  // namespace condyle::geometry
