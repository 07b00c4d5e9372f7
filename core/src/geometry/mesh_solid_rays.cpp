// Rays against a mesh solid.
#include <algorithm>
#include <limits>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/line_crossings.h"
#include "core/src/geometry/mesh_solid_data.h"
#include "core/src/geometry/ray_triangle.h"

namespace condyle {

using Eigen::AlignedBox3d;
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
  const MeshBoxes& boxes = data_->boxes;
  const AlignedBox3d& all = boxes.nodes[0].box;
  // Covers the rounding of the slab tests and of the crossings.
  const double padding = 1e-12 * (all.diagonal().norm() + (origin - all.center()).norm());
  const ShearedRay ray = sheared(Ray{origin, direction});
  std::vector<RayCrossing> crossings;
  std::vector<int> waiting{0};
  while (!waiting.empty()) {
    const int index = waiting.back();
    waiting.pop_back();
    const MeshBoxes::Node& node = boxes.nodes[index];
    LineInterval inside{0, std::numeric_limits<double>::infinity()};
    for (int k = 0; k < 3; ++k) {
      const double low = node.box.min()[k] - padding, high = node.box.max()[k] + padding;
      inside = intersection(inside, inside_slab(origin[k], direction[k], low, high));
    }
    if (inside.empty()) continue;
    if (!boxes.is_leaf(index)) {
      waiting.push_back(index + 1);
      waiting.push_back(node.right);
      continue;
    }
    for (int k = node.first; k < node.last; ++k) {
      const int t = boxes.order[k];
      const Crossing crossing =
          cross(ray, data_->corner(t, 0), data_->corner(t, 1), data_->corner(t, 2));
      if (!crossing.hit || crossing.distance < 0) continue;
      const Vector3d point = origin + crossing.distance * direction;
      crossings.push_back(
          {crossing.distance, point, normal(nearest_point_on(t, point)), crossing.leaves});
    }
  }
  return crossings;
}

std::vector<RayCrossing> ray_crossings(const MeshSolid& solid, const Vector3d& origin,
                                       const Vector3d& direction) {
  std::vector<RayCrossing> hits = solid.triangle_crossings(origin, direction);
  std::sort(hits.begin(), hits.end(),
            [](const RayCrossing& a, const RayCrossing& b) { return a.distance < b.distance; });
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

}  // namespace condyle
