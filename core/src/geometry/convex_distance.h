#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle::geometry {

/// Two bounded convex shapes, with the pose of B in the frame of A.
struct ConvexPair {
  const Shape& a;
  const Shape& b;
  const Pose& X_AB;
};

/// The nearest points of two separate convex shapes, or the shortest displacement that separates
/// them if they overlap. Expressed in the frame of A.
struct ConvexDistance {
  double distance = 0;  ///< if negative, the depth of penetration [m]
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();
  /// Unit vector from A to B: on_b = on_a + distance normal.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  double bound = 0;  ///< bound on the error of `distance`, except for rounding [m]
};

/// Uses only the support functions: Gilbert, Johnson & Keerthi (1988, IEEE J. Robot. Autom.
/// 4:193-203) for separate shapes, van den Bergen's expanding polytope (2001) for overlapping ones.
/// Faceted shapes give an exact result; curved ones a result with `bound` at most 1e-7 of the
/// shapes' size except in needle-like cases. `precision`, relative to the shapes' size, stops the
/// search for separate shapes earlier. Preconditions: both shapes convex and bounded.
ConvexDistance convex_distance(const ConvexPair& pair, double precision = 1e-14);

}  // namespace condyle::geometry
