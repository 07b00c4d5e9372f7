#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/solid_properties.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// A rectangular solid about the origin with its edges along x, y, z. Convex, not smooth. shape.h
/// describes the functions below.
struct Brick {
  Eigen::Vector3d half_size = Eigen::Vector3d::Ones();  ///< along x, y, z [m]
};

void require_valid(const Brick&);

/// f is the signed distance. Inside, if several faces are equally near, the gradient is the normal
/// of the first in the order x, y, z.
SurfaceJet implicit(const Brick&, const Eigen::Vector3d& point);

/// For a point on a plane of symmetry, the nearest point on the positive side.
SurfacePoint nearest(const Brick&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const Brick&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// A corner; for a direction perpendicular to an axis, the middle of the edge or face.
Eigen::Vector3d support(const Brick&, const Eigen::Vector3d& direction);
SolidProperties solid_properties(const Brick&);

}  // namespace condyle
