#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for a sphere, with their special cases.

void require_valid(const Sphere&);

/// f = (|p|^2 / radius - radius) / 2: a polynomial whose gradient has unit length on the surface.
SurfaceJet implicit(const Sphere&, const Eigen::Vector3d& point);

/// For the centre, the point on +z.
SurfacePoint nearest(const Sphere&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Sphere&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);
Eigen::Vector3d support(const Sphere&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Sphere&);

/// u: longitude from x towards y in (-pi, pi], v: latitude in [-pi/2, pi/2] [rad]. Singular at the
/// poles, where u is 0.
ParametricJet parametric(const Sphere&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const Sphere&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
