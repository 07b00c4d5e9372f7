#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a cylinder, with their special cases.

void require_valid(const Cylinder&);

/// f is the signed distance (revolved_outline.h).
SurfaceJet implicit(const Cylinder&, const Eigen::Vector3d& point);
SurfacePoint nearest(const Cylinder&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Cylinder&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// For a direction perpendicular to the axis, the middle of the wall; along the axis, the centre of
/// the end.
Eigen::Vector3d support(const Cylinder&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Cylinder&);

}  // namespace condyle::geometry
