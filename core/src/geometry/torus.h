#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a torus, with their special cases.

void require_valid(const Torus&);

/// f = (d^2 / minor_radius - minor_radius) / 2, where d is the distance from the centre line. On
/// the axis, where f has a kink, gradient and Hessian are those of the side of +x, and the infinite
/// term of the Hessian is left out.
SurfaceJet implicit(const Torus&, const Eigen::Vector3d& point);

/// Globally nearest point; for a query point on the axis or on the centre line, the nearest point
/// on the side of +x.
SurfacePoint nearest(const Torus&, const Eigen::Vector3d& point);

/// Up to four crossings. For a line that touches without crossing, none or two.
LineCrossings line_crossings(const Torus&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// For a direction along the axis, the point on the side of +x.
Eigen::Vector3d support(const Torus&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Torus&);

/// u: angle about the axis from x towards y; v: angle about the tube from the outside towards +z;
/// both in (-pi, pi] [rad].
ParametricJet parametric(const Torus&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const Torus&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
