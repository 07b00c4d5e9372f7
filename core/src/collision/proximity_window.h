#pragma once

namespace condyle {

/// The proximities that count [m], see ContactSettings. Both ends belong to the window. A proximity
/// of exactly 0 is a gap.
struct ProximityWindow {
  double min_proximity = 0;
  double max_proximity = 0.01;
  bool two_sided = false;

  bool operator==(const ProximityWindow&) const = default;
};

}  // namespace condyle
