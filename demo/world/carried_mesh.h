#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/pose.h"

namespace condyle {

/// The frame of a mesh that a strand carries, in the frame of `points`, which run from its first
/// end to its last: its origin lies at this `distance` from the last end [m], y points along the
/// strand to the first end, and x as nearly along `forward` as it can. At most at the first end.
/// Precondition: at least two points, not all in one place.
Pose frame_on_strand(std::span<const Eigen::Vector3d> points, double distance,
                     const Eigen::Vector3d& forward);

}  // namespace condyle
