#pragma once

#include "core/src/collision/search_kernels.h"
#include "core/src/simd/lanes.h"

namespace condyle::CONDYLE_SIMD {

// Distances of sixteen boxes or triangles from a beam: the widest gap along an axis of its frame K,
// a lower bound on the distance. Valid up to a margin: only the part of the beam within the margin
// of the box matters. The box's height and the margin bound how far this part is from the ray
// origins, and so how wide the beam is there.

/// Boxes in K.
struct Extents {
  Float16 middle[3], half[3];
};

CONDYLE_LANES Float16 gaps(const Beam& beam, const Extents& thing, float margin) {
  const Float16 along = max(thing.middle[2] - all(beam.high), all(beam.low) - thing.middle[2]);
  const float around = margin / beam.weight + beam.half[2];
  const Float16 height = min(abs(thing.middle[2]) + thing.half[2] + all(around), all(beam.longest));
  Float16 widest = (along - thing.half[2]) * all(beam.weight);
  for (int k = 0; k < 2; ++k) {
    const Float16 width = all(beam.half[k]) + all(beam.slope[k]) * height;
    widest = max(widest, abs(thing.middle[k]) - thing.half[k] - width);
  }
  return widest;
}

/// The coordinate of v along an axis of K.
CONDYLE_LANES Float16 along(const float (&axis)[3], const Float16 (&v)[3]) {
  return v[0] * all(axis[0]) + v[1] * all(axis[1]) + v[2] * all(axis[2]);
}

CONDYLE_LANES Float16 gaps(const Beam& beam, const geometry::BoxPack& boxes, float margin) {
  Float16 offset[3], half[3];
  for (int k = 0; k < 3; ++k) {
    offset[k] = load(boxes.center[k]) - all(beam.center[k]);
    half[k] = load(boxes.half[k]);
  }
  Extents seen;
  for (int k = 0; k < 3; ++k) {
    const float* a = beam.axes[k];
    const float size[3] = {abs(a[0]), abs(a[1]), abs(a[2])};
    seen.middle[k] = along(beam.axes[k], offset);
    seen.half[k] = along(size, half);
  }
  return gaps(beam, seen, margin);
}

/// The gaps of sixteen triangles; also writes their corners in K.
CONDYLE_LANES Float16 gaps(const Beam& beam, const geometry::TrianglePack& triangles, float margin,
                           Float16 (&corners)[9]) {
  for (int v = 0; v < 9; v += 3) {
    Float16 offset[3];
    for (int k = 0; k < 3; ++k) offset[k] = load(triangles.corner[v + k]) - all(beam.center[k]);
    for (int k = 0; k < 3; ++k) corners[v + k] = along(beam.axes[k], offset);
  }
  Extents seen;
  for (int k = 0; k < 3; ++k) {
    const Float16 low = min(corners[k], min(corners[3 + k], corners[6 + k]));
    const Float16 high = max(corners[k], max(corners[3 + k], corners[6 + k]));
    seen.middle[k] = (low + high) * all(0.5f);
    seen.half[k] = (high - low) * all(0.5f);
  }
  return gaps(beam, seen, margin);
}

}  // namespace condyle::CONDYLE_SIMD
