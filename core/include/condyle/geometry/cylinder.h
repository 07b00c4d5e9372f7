#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// A cylinder about the z axis with flat ends, centred at the origin. Convex, not smooth. (With
/// round ends: Capsule; without ends: InfiniteCylinder.) shape.h describes the functions below.
struct Cylinder {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< [m]
};

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

}  // namespace condyle
