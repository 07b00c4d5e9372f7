#pragma once

#include <Eigen/Core>

#include "condyle/geometry/line_crossings.h"
#include "condyle/geometry/surface_jet.h"
#include "condyle/geometry/surface_parameters.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// The solid z <= 0, used for the ground: its surface is the plane z = 0 with outward normal +z.
/// Infinite, convex and smooth. shape.h describes the functions below.
struct HalfSpace {};

/// f = z, the signed distance.
SurfaceJet implicit(const HalfSpace&, const Eigen::Vector3d& point);
SurfacePoint nearest(const HalfSpace&, const Eigen::Vector3d& point);
LineCrossings line_crossings(const HalfSpace&, const Eigen::Vector3d& origin,
                             const Eigen::Vector3d& direction);

/// u = x, v = y.
ParametricJet parametric(const HalfSpace&, const Eigen::Vector2d& uv);
Eigen::Vector2d parameters(const HalfSpace&, const Eigen::Vector3d& point);

}  // namespace condyle
