#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a cone, with their special cases.

/// Length of the wall from the apex to the rim [m].
double slant_length(const Cone&);

void require_valid(const Cone&);

/// f is the signed distance (revolved_outline.h).
SurfaceJet implicit(const Cone&, const Eigen::Vector3d& point);
SurfacePoint nearest(const Cone&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Cone&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// For a direction along the axis, the apex or the centre of the base.
Eigen::Vector3d support(const Cone&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Cone&);

/// Parameters of the wall alone. u: distance from the apex along the wall [m]; v: angle from x
/// towards y in (-pi, pi] [rad].
ParametricJet parametric(const Cone&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const Cone&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
