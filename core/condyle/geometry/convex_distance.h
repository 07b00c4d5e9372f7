#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/pose.h"

namespace condyle {

/// Two bounded convex shapes, B posed in the frame of A. Expressed in A.
struct ConvexPair {
  const Shape& a;
  const Shape& b;
  const Pose& X_AB;
};

/// Nearest points of two convex shapes that are apart, or the shortest way to part them.
struct ConvexDistance {
  double distance = 0;  ///< negative: the depth of penetration [m]
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal =
      Eigen::Vector3d::UnitZ();  ///< from a to b: on_b = on_a + distance normal
  double bound = 0;  ///< the true distance differs from `distance` by no more, but for rounding [m]
};

/// By the supports alone: Gilbert, Johnson & Keerthi (1988, IEEE J. Robot. Autom. 4:193-203) for
/// what is apart; for what overlaps, van den Bergen's expanding polytope (2001). Faceted shapes end
/// exactly; curved ones by their bound, at most 1e-7 of the shapes' size in all but needle-like
/// cases. What is apart may be wanted less exactly: to `precision` of the shapes' size.
/// Preconditions: both convex and bounded.
ConvexDistance convex_distance(const ConvexPair& pair, double precision = 1e-14);

}  // namespace condyle
