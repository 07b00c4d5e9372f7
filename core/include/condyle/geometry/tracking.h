#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"

namespace condyle {

struct TrackedPoint {
  SurfacePoint at;
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< error in the conditions [m]
};

/// Finds a point of the surface whose normal goes through the query point, downhill from a nearby
/// guess: for a query point that moves a little from step to step. For an ellipsoid and a height
/// map, Newton's method solves the conditions "on the surface" and "the query point is along the
/// gradient"; the other shapes have closed forms that are as fast and return the globally nearest
/// point. If Newton's method fails, or if the point leaves the rectangle of a height map, returns
/// the globally nearest point, as converged.
TrackedPoint track_nearest(const Shape&, const Eigen::Vector3d& query,
                           const Eigen::Vector3d& guess);

/// The closest points of a surface and a line: they face each other along the surface normal,
/// perpendicular to the line. `height` is positive if the line passes outside. If the line cuts the
/// surface, `height` is negative and the point is that of deepest penetration; the transition is
/// smooth.
struct LineSeparation {
  Eigen::Vector3d on_surface = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_line = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  double height = 0;  ///< on_line = on_surface + height normal [m]
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< [m]
};

/// Finds the separation by Newton's method from a guess near the surface. Conditions: the line's
/// direction is perpendicular to the normal, the normal meets the line, the point is on the
/// surface. Precondition: the surface has a Hessian near the guess (any shape except a mesh).
/// `direction` need not have unit length.
LineSeparation track_line_separation(const Shape&, const Eigen::Vector3d& point_on_line,
                                     const Eigen::Vector3d& direction,
                                     const Eigen::Vector3d& guess);

}  // namespace condyle
