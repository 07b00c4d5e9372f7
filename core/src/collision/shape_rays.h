#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "condyle/geometry/shape.h"
#include "core/src/collision/proximity_rule.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/closed_forms.h"
#include "core/src/geometry/height_map_search.h"

namespace condyle {

/// The target triangle of a hit on an analytic shape, which has no triangles.
inline constexpr int k_shape_triangle = 0;

/// Whether the line leaves the shape at crossing k. On a line that comes from outside, crossings
/// enter and leave in turn. If their number is odd (a half space, or a touch that rounding shows
/// only once), the normal decides.
template <class S>
bool leaves(const S& shape, const geometry::LineCrossings& line, int k, const geometry::Ray& ray) {
  if (line.count % 2 == 0) return k % 2 == 1;
  const Eigen::Vector3d point = ray.origin + line.at[k] * ray.direction;
  return implicit(shape, point).gradient.dot(ray.direction) > 0;
}

/// meet() from the crossings of the whole line.
template <class S>
ProximityHit meet_line(const S& shape, const geometry::Ray& inward, const ProximityWindow& window) {
  const geometry::LineCrossings line = line_crossings(shape, inward.origin, inward.direction);
  if (line.count == 0) return {};
  return decide_proximity(window, [&](Heading heading, const geometry::DistanceRange& range) {
    const bool is_inward = heading == Heading::inward;
    for (int i = 0; i < line.count; ++i) {
      const int k = is_inward ? i : line.count - 1 - i;
      const double d = is_inward ? line.at[k] : -line.at[k];
      if (!(d >= range.lowest)) continue;
      if (d > range.highest) break;
      return geometry::RayHit{k_shape_triangle, d, is_inward == leaves(shape, line, k, inward)};
    }
    return geometry::RayHit{};
  });
}

/// The hit of a casting triangle's ray, given in the shape's frame, on the surface, in closed form
/// and by the rule of proximity_rule.h. target_triangle is -1 if there is no hit. The caller sets
/// casting_triangle. Does not allocate.
template <class S>
ProximityHit meet(const S& shape, const geometry::Ray& inward, const ProximityWindow& window) {
  return meet_line(shape, inward, window);
}

/// Solves the quartic only for rays that start near enough to the surface, on the side that counts:
/// from outside, the first crossing enters; from inside, it leaves.
inline ProximityHit meet(const geometry::Torus& torus, const geometry::Ray& inward,
                         const ProximityWindow& window) {
  const double out = std::hypot(inward.origin.x(), inward.origin.y()) - torus.major_radius;
  const double away = std::hypot(out, inward.origin.z()) - torus.minor_radius;
  const double farthest = away > 0 ? -window.min_proximity : window.max_proximity;
  if (!window.two_sided && std::abs(away) > farthest) return {};
  return meet_line(torus, inward, window);
}

/// Follows the ray along the patches of a height map. For a ray that starts over the map, the side
/// of the surface on which it starts leaves only one direction to follow.
inline ProximityHit meet(const geometry::HeightMap& map, const geometry::Ray& inward,
                         const ProximityWindow& window) {
  const bool knows_side = !window.two_sided && map.covers(inward.origin.x(), inward.origin.y());
  const bool above = knows_side && height_above(map, inward.origin) >= 0;
  const auto nearest = [&](Heading heading, const geometry::DistanceRange& range) {
    const bool is_inward = heading == Heading::inward;
    if (knows_side && is_inward == above) return geometry::RayHit{};
    const Eigen::Vector3d direction = is_inward ? inward.direction : -inward.direction;
    const auto crossing =
        first_crossing_within(map, inward.origin, direction, range.lowest, range.highest);
    return crossing ? geometry::RayHit{k_shape_triangle, crossing->distance, crossing->leaves}
                    : geometry::RayHit{};
  };
  return decide_proximity(window, nearest);
}

// Which rays start near enough to a shape to meet it within the window, by their origins alone:
// most rays of a bundle do not. A ray meets the surface no nearer than its origin's distance from
// it. So an origin outside must lie within the outward reach of the surface, and an origin inside
// within the inward reach.

/// Generous bound on the rounding of a distance, relative to the lengths that enter it.
inline constexpr double k_start_rounding = 1e-9;

struct AnyStart {
  bool operator()(const double (&)[3]) const { return true; }
};

/// All origins, for shapes whose distance has no simple form.
template <class S>
AnyStart near_starts(const S&, const Pose&, const ProximityWindow&, double) {
  return {};
}

/// Origins whose distance from the centre of a sphere lies in a range.
struct ShellOfStarts {
  Eigen::Vector3d center_C;
  double least = 0, most = 0;  ///< squared [m^2]

  bool operator()(const double (&origin_C)[3]) const {
    const double x = origin_C[0] - center_C[0], y = origin_C[1] - center_C[1],
                 z = origin_C[2] - center_C[2];
    const double squared = x * x + y * y + z * z;
    return squared >= least && squared <= most;
  }
};

/// Origins whose height over a plane lies in a range.
struct LayerOfStarts {
  Eigen::Vector3d up_C;
  double least = 0, most = 0;  ///< [m]

  bool operator()(const double (&origin_C)[3]) const {
    const double height = up_C[0] * origin_C[0] + up_C[1] * origin_C[1] + up_C[2] * origin_C[2];
    return height >= least && height <= most;
  }
};

inline RayReach reach_of_starts(const ProximityWindow& window) {
  const RayReach reach = reach_of(window);
  if (!window.two_sided) return reach;
  return {longest(reach), longest(reach)};
}

/// `extent_C`: largest coordinate of a ray's origin, in magnitude [m].
inline ShellOfStarts near_starts(const geometry::Sphere& sphere, const Pose& X_TC,
                                 const ProximityWindow& window, double extent_C) {
  const RayReach reach = reach_of_starts(window);
  const Eigen::Vector3d center_C = -(X_TC.linear().transpose() * X_TC.translation());
  const double rounding =
      k_start_rounding * (sphere.radius + extent_C + center_C.lpNorm<1>() + longest(reach));
  const double least = std::max(0.0, sphere.radius - reach.inward - rounding);
  const double most = sphere.radius + reach.outward + rounding;
  return {center_C, least * least, most * most};
}

inline LayerOfStarts near_starts(const geometry::HalfSpace&, const Pose& X_TC,
                                 const ProximityWindow& window, double extent_C) {
  const RayReach reach = reach_of_starts(window);
  const double height = X_TC.translation().z();
  const double rounding = k_start_rounding * (extent_C + std::abs(height) + longest(reach));
  return {X_TC.linear().row(2).transpose(), -reach.inward - rounding - height,
          reach.outward + rounding - height};
}

}  // namespace condyle
