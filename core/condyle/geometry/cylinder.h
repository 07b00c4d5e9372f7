#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// About the z axis with flat ends, its middle at the origin. Convex, not smooth. (With round ends:
/// Capsule; without: InfiniteCylinder.) The operators are described in shape.h.
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

/// Of a direction across the axis, the middle of the wall; along the axis, the middle of the end.
Eigen::Vector3d support(const Cylinder&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Cylinder&);

}  // namespace condyle
