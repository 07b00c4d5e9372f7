#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "core/src/geometry/line_crossings.h"

namespace condyle::geometry {

// The functions of shape.h for an infinite cylinder, with their special cases.

void require_valid(const InfiniteCylinder&);

/// f = ((x^2 + y^2) / radius - radius) / 2.
SurfaceJet implicit(const InfiniteCylinder&, const Eigen::Vector3d& point);

/// For a query point on the axis, the nearest point on the side of +x.
SurfacePoint nearest(const InfiniteCylinder&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const InfiniteCylinder&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// u: angle from x towards y in (-pi, pi] [rad], v = z [m].
ParametricJet parametric(const InfiniteCylinder&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const InfiniteCylinder&, const Eigen::Vector3d& point);

}  // namespace condyle::geometry
