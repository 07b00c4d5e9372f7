// Segments against a mesh solid.
#include <algorithm>
#include <limits>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/mesh_solid_data.h"
#include "core/src/geometry/ray_triangle.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

/// Calls `take(triangle, crossing)` for each triangle that the line of the segment meets, if it may
/// do so between the segment's ends. Crossings count in fractions of the segment.
template <class Data, class Take>
void for_each_met(const Data& data, const Ray& segment, const Take& take) {
  const double length = segment.direction.norm();
  const ShearedRay ray = sheared(segment);
  data.tree.for_each_along({segment.origin, segment.direction / length}, length,
                           [&](const TreeTriangle& triangle) {
                             const auto [a, b, c] = plain(triangle).corners;
                             const Crossing at = cross(ray, a, b, c);
                             if (at.hit) take(triangle.index, at);
                           });
}

}  // namespace

std::optional<MeshSolid::Inside> MeshSolid::first_inside(const Vector3d& from,
                                                         const Vector3d& to) const {
  constexpr double k_rounding = 1e-14, k_never = std::numeric_limits<double>::infinity();
  const Ray segment{from, to - from};
  if (!(segment.direction.squaredNorm() > 0)) return std::nullopt;
  // A segment that only touches enters and leaves at the same place: then continue from there.
  for (double after = 0; after < 1;) {
    Inside inside{k_never, k_never};
    for_each_met(*data_, segment, [&](int t, const Crossing& at) {
      if (at.leaves || at.distance < after) return;
      if (!comes_before({t, at.distance}, {inside.triangle, inside.enters})) return;
      inside.enters = at.distance;
      inside.triangle = t;
    });
    if (!(inside.enters < 1)) return std::nullopt;
    for_each_met(*data_, segment, [&](int, const Crossing& at) {
      if (at.leaves && at.distance >= inside.enters && at.distance < inside.leaves) {
        inside.leaves = at.distance;
      }
    });
    if (inside.leaves > inside.enters + k_rounding) {
      inside.leaves = std::min(inside.leaves, 1.0);
      return inside;
    }
    after = inside.leaves + k_rounding;
  }
  return std::nullopt;
}

}  // namespace condyle::geometry
