#pragma once

namespace condyle {

/// One casting triangle whose ray met the target: proximity d [m] is positive in overlap, negative
/// for a gap.
struct ProximityHit {
  int casting_triangle = -1;
  int target_triangle = -1;
  double proximity = 0;
};

}  // namespace condyle
