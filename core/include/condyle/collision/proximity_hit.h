#pragma once

namespace condyle {

/// One casting triangle whose ray met the target. The proximity d [m] is positive where the bodies
/// overlap, negative where there is a gap.
struct ProximityHit {
  int casting_triangle = -1;
  int target_triangle = -1;
  double proximity = 0;
};

}  // namespace condyle
