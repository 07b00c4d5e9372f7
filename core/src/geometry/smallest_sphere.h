#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

/// The smallest sphere around all points, to a rounding error of 1e-12 of its size (Welzl 1991,
/// with his move-to-front heuristic). Precondition: at least one point.
BoundingSphere smallest_sphere(std::span<const Eigen::Vector3d> points);

}  // namespace condyle::geometry
