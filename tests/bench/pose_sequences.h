#pragma once

#include <vector>

#include "bench/pair_case.h"

namespace condyle::bench {

// New motions out of a sequence in contact. Directions and distances are in the casting frame.

/// The way in which the target presses: the direction of the mean force on the casting mesh.
Eigen::Vector3d pressing_direction(const PairCase& pair);

/// Every pose moved by `shift_C`.
std::vector<Pose> shifted(const std::vector<Pose>& poses_CT, const Eigen::Vector3d& shift_C);

/// The target drawn back along the pressing direction until it is `gap` away from touching.
std::vector<Pose> apart(const PairCase& pair, double gap);

/// The target drawn back to where it just touches, and from there in and out by `amplitude`.
std::vector<Pose> grazing(const PairCase& pair, double amplitude);

/// The same poses in random order, by a fixed seed.
std::vector<Pose> shuffled(std::vector<Pose> poses_CT);

/// The casting mesh's poses in the target frame: for the pair with its sides swapped.
std::vector<Pose> inverted(const std::vector<Pose>& poses_CT);

}  // namespace condyle::bench
