#pragma once

#include <algorithm>

#include "condyle/collision/proximity_search.h"

namespace condyle {

/// Pose of the casting mesh in the target mesh frame.
inline Pose target_from_casting(const Pose& X_CT) { return X_CT.inverse(Eigen::Isometry); }

/// Decides from the nearest crossings whether, and how deep, a casting triangle meets the target.
/// `nearest(ray, range)` returns the RayHit of least distance in the range.
///
/// By default the first crossing inward decides: a ray that leaves the target started inside it;
/// one that enters started outside. Out of contact, the first crossing outward must enter.
/// two_sided takes the nearest crossing in the window whichever way it faces, inward before
/// outward.
template <class Nearest>
ProximityHit decide_proximity(const Ray& inward, const ProximityWindow& window,
                              const Nearest& nearest) {
  const bool any_facing = window.two_sided;
  const double min = window.min_proximity, max = window.max_proximity;
  if (max > 0) {
    const RayHit hit = nearest(inward, DistanceRange{any_facing ? min : 0, max});
    const bool in_contact = hit.triangle >= 0 && (any_facing || hit.leaves);
    if (in_contact && hit.distance >= min) return {-1, hit.triangle, hit.distance};
    if (in_contact) return {};
  }
  if (min < 0) {
    const Ray outward{inward.origin, -inward.direction};
    const RayHit hit = nearest(outward, DistanceRange{any_facing ? -max : 0, -min});
    const bool apart = hit.triangle >= 0 && (any_facing || !hit.leaves);
    if (apart && -hit.distance <= max) return {-1, hit.triangle, -hit.distance};
  }
  return {};
}

}  // namespace condyle
