#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a capsule, with their special cases.

void require_valid(const Capsule&);

/// f is the signed distance. On a seam the Hessian is that of the wall. On the segment, where f has
/// a kink, the gradient is that of the side of +x and the Hessian is zero.
SurfaceJet implicit(const Capsule&, const Eigen::Vector3d& point);
SurfacePoint nearest(const Capsule&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Capsule&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// For a direction perpendicular to the axis, the middle of the wall.
Eigen::Vector3d support(const Capsule&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Capsule&);

}  // namespace condyle::geometry
