// Segments against a mesh solid.
#include <algorithm>
#include <array>
#include <limits>

#include "condyle/geometry/mesh_solid.h"
#include "core/src/geometry/line_crossings.h"
#include "core/src/geometry/mesh_solid_data.h"
#include "core/src/geometry/ray_triangle.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// Calls `take(triangle, crossing)` for each triangle that the line of the ray meets, if the
/// segment (fractions 0 to 1) meets its box.
template <class Data, class Take>
void for_each_met(const Data& data, const Ray& segment, Take&& take) {
  const MeshBoxes& boxes = data.boxes;
  const Eigen::AlignedBox3d& all = boxes.nodes[0].box;
  // Covers the rounding of the slab tests and of the crossings.
  const double padding = 1e-12 * (all.diagonal().norm() + (segment.origin - all.center()).norm());
  const ShearedRay ray = sheared(segment);
  std::array<int, k_most_waiting> waiting{0};
  for (int count = 1; count > 0;) {
    const int index = waiting[--count];
    const MeshBoxes::Node& node = boxes.nodes[index];
    LineInterval inside{0, 1};
    for (int k = 0; k < 3; ++k) {
      const double low = node.box.min()[k] - padding, high = node.box.max()[k] + padding;
      inside =
          intersection(inside, inside_slab(segment.origin[k], segment.direction[k], low, high));
    }
    if (inside.empty()) continue;
    if (!boxes.is_leaf(index)) {
      waiting[count++] = index + 1;
      waiting[count++] = node.right;
      continue;
    }
    for (int k = node.first; k < node.last; ++k) {
      const int t = boxes.order[k];
      const Crossing at = cross(ray, data.corner(t, 0), data.corner(t, 1), data.corner(t, 2));
      if (at.hit) take(t, at);
    }
  }
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
      if (at.leaves || at.distance < after || !(at.distance < inside.enters)) return;
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

}  // namespace condyle
