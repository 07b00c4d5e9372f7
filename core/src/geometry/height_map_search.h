#pragma once

#include <Eigen/Core>
#include <optional>

#include "condyle/geometry/height_map.h"
#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

/// The value z - z(x, y) alone, without its derivatives.
double height_above(const HeightMap&, const Eigen::Vector3d& point);

/// The first crossing with t in [lowest, highest], lowest >= 0. Does not allocate; the cost grows
/// with the number of patches along this part of the ray.
std::optional<RayCrossing> first_crossing_within(const HeightMap&, const Eigen::Vector3d& origin,
                                                 const Eigen::Vector3d& direction, double lowest,
                                                 double highest);

}  // namespace condyle::geometry
