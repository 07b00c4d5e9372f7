#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// Signed distance from a convex solid of revolution about the z axis with straight outlines, its
/// gradient and Hessian. `outline` holds (distance from the axis, z) [m], from the lowest point on
/// the axis to the highest, and is convex. Where several places are equally near, the gradient is
/// that of the first; on the axis, that of the side of +x, without the infinite term of the
/// Hessian.
SurfaceJet revolved_distance(std::span<const Eigen::Vector2d> outline,
                             const Eigen::Vector3d& point);

/// The nearest point of the same solid.
SurfacePoint revolved_nearest(std::span<const Eigen::Vector2d> outline,
                              const Eigen::Vector3d& point);

/// The furthest corner of the outline in a direction; of the same far, the middle between them.
Eigen::Vector3d revolved_support(std::span<const Eigen::Vector2d> outline,
                                 const Eigen::Vector3d& direction);

}  // namespace condyle
