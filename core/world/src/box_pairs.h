#pragma once

#include <Eigen/Geometry>
#include <span>
#include <utility>
#include <vector>

namespace condyle {

/// Finds all pairs (i, j), i < j, of boxes that meet, sorted: by a sweep along x. Boxes may be
/// unbounded.
void find_box_pairs(std::span<const Eigen::AlignedBox3d> boxes,
                    std::vector<std::pair<int, int>>& pairs);

}  // namespace condyle
