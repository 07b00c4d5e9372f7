#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

/// Signed distance from a convex solid of revolution about the z axis with a polygonal outline,
/// with its gradient and Hessian. `outline` lists the corners (distance from the axis, z) [m] from
/// the lowest point on the axis to the highest, and is convex. If several places are equally near,
/// the gradient is that of the first; on the axis it is that of the side of +x, and the infinite
/// term of the Hessian is left out.
SurfaceJet revolved_distance(std::span<const Eigen::Vector2d> outline,
                             const Eigen::Vector3d& point);

/// The nearest point of the surface of this solid of revolution.
SurfacePoint revolved_nearest(std::span<const Eigen::Vector2d> outline,
                              const Eigen::Vector3d& point);

/// The furthest corner of the outline in a direction; if several are equally far, the point midway
/// between them.
Eigen::Vector3d revolved_support(std::span<const Eigen::Vector2d> outline,
                                 const Eigen::Vector3d& direction);

}  // namespace condyle::geometry
