// Segments against a mesh solid.
#include <algorithm>
#include <limits>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/mesh_solid_data.h"

namespace condyle::geometry {

using Eigen::Vector3d;

std::optional<MeshSolid::Inside> MeshSolid::first_inside(const Vector3d& from,
                                                         const Vector3d& to) const {
  constexpr double k_rounding = 1e-14, k_never = std::numeric_limits<double>::infinity();
  const Ray segment{from, to - from};
  if (!(segment.direction.squaredNorm() > 0)) return std::nullopt;
  const double length = segment.direction.norm();
  // A segment that only touches enters and leaves at the same place: then continue from there.
  for (double after = 0; after < 1;) {
    Inside inside{k_never, k_never};
    data_->for_each_met(segment, length, [&](int t, const Crossing& at) {
      if (at.leaves || at.distance < after) return;
      if (!comes_before({t, at.distance}, {inside.triangle, inside.enters})) return;
      inside.enters = at.distance;
      inside.triangle = t;
    });
    if (!(inside.enters < 1)) return std::nullopt;
    data_->for_each_met(segment, length, [&](int, const Crossing& at) {
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
