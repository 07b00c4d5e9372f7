#pragma once

#include <algorithm>
#include <limits>

#include "condyle/collision/proximity_hit.h"
#include "condyle/pose.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/collision/casting_rays.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/geometry/triangle_tree.h"

namespace condyle {

/// Pose of the casting mesh in the target mesh frame.
inline Pose target_from_casting(const Pose& X_CT) { return inverse_of(X_CT); }

enum class Heading { inward, outward };

/// Decides from the nearest crossings whether a casting triangle meets the target, and how deeply.
/// `nearest(heading, range)` returns the nearest RayHit in the range.
///
/// By default the first crossing inward decides: a ray that leaves the target there started inside
/// it, and a ray that enters started outside. Out of contact, the first crossing outward must enter
/// the target. With two_sided, the nearest crossing in the window counts whichever way it faces,
/// inward before outward.
template <class Nearest>
ProximityHit decide_proximity(const ProximityWindow& window, const Nearest& nearest) {
  const bool any_facing = window.two_sided;
  const double min = window.min_proximity, max = window.max_proximity;
  constexpr double k_above_0 = std::numeric_limits<double>::min();  // a distance of 0 is a gap
  if (max > 0) {
    const geometry::RayHit hit =
        nearest(Heading::inward,
                geometry::DistanceRange{any_facing ? std::max(min, k_above_0) : k_above_0, max});
    const bool in_contact = hit.triangle >= 0 && (any_facing || hit.leaves);
    if (in_contact && hit.distance >= min) return {-1, hit.triangle, hit.distance};
    if (in_contact) return {};
  }
  if (min < 0) {
    const geometry::RayHit hit = nearest(
        Heading::outward, geometry::DistanceRange{any_facing ? std::max(0.0, -max) : 0, -min});
    const bool apart = hit.triangle >= 0 && (any_facing || !hit.leaves);
    if (apart && -hit.distance <= max) return {-1, hit.triangle, 0.0 - hit.distance};
  }
  return {};
}

/// decide_proximity() for a ray whose line crosses the target only once: whether the crossing
/// counts. `distance`: distance of the crossing along the inward ray [m]. `leaves`: whether the
/// inward ray leaves the target there.
inline bool counts_alone(const ProximityWindow& window, double distance, bool leaves) {
  const bool is_inside = distance >= window.min_proximity && distance <= window.max_proximity;
  const bool is_looked_for =
      distance > 0 ? distance >= std::numeric_limits<double>::min() : window.min_proximity < 0;
  return is_inside && is_looked_for && (leaves || window.two_sided);
}

/// decide_proximity() with `nearest(ray, range)`, which searches the target for the nearest
/// crossing.
template <class Nearest>
ProximityHit decide_by_rays(const geometry::Ray& inward, const ProximityWindow& window,
                            const Nearest& nearest) {
  return decide_proximity(window, [&](Heading heading, const geometry::DistanceRange& range) {
    if (heading == Heading::inward) return nearest(inward, range);
    return nearest(geometry::Ray{inward.origin, -inward.direction}, range);
  });
}

}  // namespace condyle
