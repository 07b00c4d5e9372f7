#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a brick, with their special cases.

void require_valid(const Brick&);

/// f is the signed distance. Inside, if several faces are equally near, the gradient is the normal
/// of the first in the order x, y, z.
SurfaceJet implicit(const Brick&, const Eigen::Vector3d& point);

/// For a point on a plane of symmetry, the nearest point on the positive side.
SurfacePoint nearest(const Brick&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Brick&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// A corner; for a direction perpendicular to an axis, the middle of the edge or face.
Eigen::Vector3d support(const Brick&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Brick&);

}  // namespace condyle::geometry
