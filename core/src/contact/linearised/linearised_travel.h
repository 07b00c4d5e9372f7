#pragma once

#include <span>

#include "core/src/contact/linearised/linearised_block.h"
#include "core/src/contact/linearised/linearised_sums.h"

namespace condyle {

/// Bounds on proximities: the largest at the search [m], and the largest growth of one per radian
/// and per metre of displacement.
struct LinearisedBound {
  double nearest = -1, by_turn = 0, by_shift = 0;
};
LinearisedBound find_bound(std::span<const LinearisedBlock> blocks);

/// Whether any triangle may touch after this displacement. Never false if one does.
bool may_touch(const LinearisedBound& bound, const Vector6& displacement);

/// The approach of triangles at their velocity in a step, over the thickness of their layers.
struct Approach {
  /// The largest approach of a triangle in contact at the end. If some triangles touch at the
  /// search, only these count: on a body that rolls or slides past, triangles that are apart close
  /// fast but never press.
  double most = 0;
  /// The mean over the area that touches at the search, at most `most`; if nothing touches, `most`.
  double mean = 0;
};

/// The approach by `motion` in `dt` [s]. `vertices`: parallel to `blocks` if vertices move by
/// themselves, else empty.
Approach find_approach(std::span<const LinearisedBlock> blocks,
                       std::span<const VertexBlock> vertices, const RelativeMotion& motion,
                       double dt);

/// The largest displacement since the search of triangles in contact at the last evaluation [m],
/// and the depth of the deepest [m].
struct LinearisedDrift {
  double displacement = 0, deepest = 0;
};
LinearisedDrift find_drift(std::span<const LinearisedBlock> blocks, const Vector6& displacement);

}  // namespace condyle
