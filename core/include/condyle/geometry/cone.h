#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// A cone about the z axis with its apex at z = +height/2 and its flat base in z = -height/2.
/// Convex, not smooth. shape.h describes the functions below.
struct Cone {
  double radius = 1;  ///< radius of the base [m]
  double height = 1;  ///< [m]
};

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

}  // namespace condyle
