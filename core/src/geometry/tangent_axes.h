#pragma once

#include <Eigen/Core>

namespace condyle::geometry {

/// Two unit vectors that form a right-handed orthogonal triple (first, second, normal).
struct TangentAxes {
  Eigen::Vector3d first, second;
};
TangentAxes tangent_axes(const Eigen::Vector3d& normal);

}  // namespace condyle::geometry
