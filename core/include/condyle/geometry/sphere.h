#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// A sphere about the origin. Convex and smooth. shape.h describes the functions below.
struct Sphere {
  double radius = 1;  ///< [m]
};

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

}  // namespace condyle
