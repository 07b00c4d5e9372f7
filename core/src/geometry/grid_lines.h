#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>

namespace condyle::geometry {

/// Index of the patch of a height map between whose grid lines a coordinate lies; the first or last
/// patch for a coordinate beyond the grid.
inline int patch_of(const Eigen::VectorXd& lines, double x) {
  const double* first = lines.data();
  const double* last = first + lines.size();
  return static_cast<int>(std::clamp<std::ptrdiff_t>(std::upper_bound(first, last, x) - first - 1,
                                                     0, lines.size() - 2));
}

}  // namespace condyle::geometry
