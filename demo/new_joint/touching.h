#pragma once

#include "core/src/contact/overlap.h"

namespace condyle {

/// The gap between the parts of a new joint [m]: settling closes it.
inline constexpr double k_start_gap = 2e-5;

/// How far the target can move along `direction` (a unit vector in the casting mesh frame) before
/// it touches the casting surface [m]. Precondition: they are apart, and it moves towards it.
double distance_to_touch(PlacedPair pair, const Eigen::Vector3d& direction);

}  // namespace condyle
