#pragma once

// No Eigen here: see simd/lanes.h.

namespace condyle {

/// A ray in the casting frame, and the index of its casting triangle.
struct alignas(64) CastingRay {
  double origin[3], normal[3];
  int index;
};

}  // namespace condyle
