#pragma once

#include <span>

#include "condyle/solver/frozen_block.h"
#include "condyle/solver/frozen_sums.h"

namespace condyle {

/// What proximities can come to at most: the largest where they were found [m], and by how much one
/// grows at most with each radian and each metre of the way.
struct FrozenBound {
  double nearest = -1, by_turn = 0, by_shift = 0;
};
FrozenBound find_bound(std::span<const FrozenBlock> blocks);

/// Whether any triangle may touch at the end of that way. Never no where one does.
bool may_touch(const FrozenBound& bound, const Vector6& way);

/// The largest part of their layers by which frozen triangles that are in contact at the end of
/// `motion` approach in `dt` [s] at its velocity; `yields` of those whose vertices move. Where some
/// touch already, they alone count: what is apart from a body that rolls or slides by closes on it
/// fast, and yet does not come to press.
double find_approach(std::span<const FrozenBlock> blocks, std::span<const YieldBlock> yields,
                     const RelativeMotion& motion, double dt);

/// How far triangles in contact as of the last evaluation, which moved so, lie from where they were
/// found [m], and how deep the deepest is [m].
struct FrozenDrift {
  double way = 0, deepest = 0;
};
FrozenDrift find_drift(std::span<const FrozenBlock> blocks, const Vector6& way);

}  // namespace condyle
