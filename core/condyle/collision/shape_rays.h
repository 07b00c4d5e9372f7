#pragma once

#include <algorithm>
#include <limits>

#include "condyle/collision/proximity_rule.h"
#include "condyle/geometry/shape.h"

namespace condyle {

/// What a hit on an analytic shape names as its target triangle: a shape is all one.
inline constexpr int k_shape_triangle = 0;

/// Along a line that comes from outside, crossings enter and leave in turn. Where their number is
/// odd (half space; a touch that rounding shows once) the normal tells.
template <class S>
bool leaves(const S& shape, const LineCrossings& line, int k, const Ray& ray) {
  if (line.count % 2 == 0) return k % 2 == 1;
  const Eigen::Vector3d point = ray.origin + line.at[k] * ray.direction;
  return implicit(shape, point).gradient.dot(ray.direction) > 0;
}

/// Where a casting triangle's ray (shape's frame) meets the surface, in closed form and by the rule
/// of proximity_rule.h; target_triangle is -1 where it does not, casting_triangle is left to the
/// caller. Free of allocation.
template <class S>
ProximityHit meet(const S& shape, const Ray& inward, const ProximityWindow& window) {
  const LineCrossings line = line_crossings(shape, inward.origin, inward.direction);
  if (line.count == 0) return {};
  return decide_proximity(window, [&](Heading heading, const DistanceRange& range) {
    const bool is_inward = heading == Heading::inward;
    for (int i = 0; i < line.count; ++i) {
      const int k = is_inward ? i : line.count - 1 - i;
      const double d = is_inward ? line.at[k] : -line.at[k];
      if (!(d > 0 && d >= range.lowest)) continue;
      if (d > range.highest) break;
      return RayHit{k_shape_triangle, d, is_inward == leaves(shape, line, k, inward)};
    }
    return RayHit{};
  });
}

/// The same along the patches of a height map.
inline ProximityHit meet(const HeightMap& map, const Ray& inward, const ProximityWindow& window) {
  const auto nearest = [&map](const Ray& ray, const DistanceRange& range) {
    constexpr double k_above_0 = std::numeric_limits<double>::min();
    const auto crossing = first_crossing_within(map, ray.origin, ray.direction,
                                                std::max(range.lowest, k_above_0), range.highest);
    return crossing ? RayHit{k_shape_triangle, crossing->distance, crossing->leaves} : RayHit{};
  };
  return decide_by_rays(inward, window, nearest);
}

}  // namespace condyle
