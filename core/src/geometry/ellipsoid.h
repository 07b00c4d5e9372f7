#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for an ellipsoid, with their special cases.

void require_valid(const Ellipsoid&);

/// f = m / 2 (x^2 / a^2 + y^2 / b^2 + z^2 / c^2 - 1) with the shortest semi-axis m, so that on the
/// surface the length of the gradient is between m / (longest semi-axis) and 1.
SurfaceJet implicit(const Ellipsoid&, const Eigen::Vector3d& point);

/// Globally nearest point. A query point on a plane of symmetry may have two; then the one on the
/// positive side. Reduces to one equation (Eberly 2013, "Distance from a point to an ellipse, an
/// ellipsoid, or a hyperellipsoid"), solved by Newton's method on its reciprocal root within a
/// bracket.
SurfacePoint nearest(const Ellipsoid&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Ellipsoid&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);
Eigen::Vector3d support(const Ellipsoid&, const Eigen::Vector3d& direction);

/// The area uses Carlson's integral R_G (DLMF 19.33.1).
SolidProperties solid_properties(const Ellipsoid&);

/// Point (a cos u cos v, b sin u cos v, c sin v): u in (-pi, pi], v in [-pi/2, pi/2] [rad].
/// Singular at the poles, where u is 0.
ParametricJet parametric(const Ellipsoid&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const Ellipsoid&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
