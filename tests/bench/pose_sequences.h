#pragma once

#include <vector>

#include "bench/pair_case.h"

namespace condyle::bench {

// New motions derived from a sequence in contact. Directions and distances are in the casting
// frame.

/// The direction in which the target presses: that of the mean force on the casting mesh.
Eigen::Vector3d pressing_direction(const PairCase& pair);

/// Every pose moved by `shift_C`.
std::vector<Pose> shifted(const std::vector<Pose>& poses_CT, const Eigen::Vector3d& shift_C);

/// Poses with the target drawn back along the pressing direction to `gap` beyond touch.
std::vector<Pose> apart(const PairCase& pair, double gap);

/// Poses with the target drawn back to touch, and from there moved in and out by `amplitude`.
std::vector<Pose> grazing(const PairCase& pair, double amplitude);

/// The poses in random order, from a fixed seed.
std::vector<Pose> shuffled(std::vector<Pose> poses_CT);

/// Poses of the casting mesh in the target frame, for the pair with its sides swapped.
std::vector<Pose> inverted(const std::vector<Pose>& poses_CT);

}  // namespace condyle::bench
