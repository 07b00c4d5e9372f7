#pragma once

#include <span>
#include <utility>
#include <vector>

namespace condyle {

/// Splits bodies into islands: sets of bodies that `ties` couple, each given by two bodies. Bodies
/// that are not `is_moved` couple nothing. Returns the number of islands with a tie; `island_of`
/// gets the island of each body, numbered from 0 in the order of their first bodies, or -1.
int find_islands(std::span<const char> is_moved, std::span<const std::pair<int, int>> ties,
                 std::vector<int>& island_of);

}  // namespace condyle
