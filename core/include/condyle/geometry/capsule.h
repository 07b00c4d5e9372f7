#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// All points within `radius` of a segment of the z axis: a finite cylinder with round ends,
/// centred at the origin. Convex. Its normal is continuous, but its curvature jumps at the seams,
/// at |z| = half_length, so it does not count as smooth. shape.h describes the functions below.
struct Capsule {
  double radius = 1;       ///< [m]
  double half_length = 1;  ///< half length of the straight wall, without the caps [m]
};

void require_valid(const Capsule&);

/// f is the signed distance. On a seam the Hessian is that of the wall. On the segment, where f has
/// a kink, the gradient is that of the side of +x and the Hessian is zero.
SurfaceJet implicit(const Capsule&, const Eigen::Vector3d& point);
SurfacePoint nearest(const Capsule&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Capsule&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// For a direction perpendicular to the axis, the middle of the wall.
Eigen::Vector3d support(const Capsule&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Capsule&);

}  // namespace condyle
