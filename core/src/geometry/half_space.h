#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a half space, with their special cases.

/// f = z, the signed distance.
SurfaceJet implicit(const HalfSpace&, const Eigen::Vector3d& point);
SurfacePoint nearest(const HalfSpace&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const HalfSpace&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// u = x, v = y.
ParametricJet parametric(const HalfSpace&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const HalfSpace&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
