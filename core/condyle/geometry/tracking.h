#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_point.h"

namespace condyle {

/// How an iteration ended. Results are finite either way.
enum class Convergence {
  converged,      ///< the conditions hold to rounding
  not_converged,  ///< not within the iterations allowed, or caught where no step helps
};

struct TrackedPoint {
  SurfacePoint at;
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< what is left of the conditions [m]
};

/// A point of the surface whose normal goes through the query point, found downhill from a guess
/// near it: for what moves a little from step to step. Ellipsoid and height map by Newton's method
/// on the conditions "on the surface" and "the query point is along the gradient"; the other shapes
/// have closed forms as fast, and give the globally nearest. Where Newton's method fails the
/// globally nearest point is given, converged. On a height map the point may leave the rectangle:
/// then too.
TrackedPoint track_nearest(const Shape&, const Eigen::Vector3d& query,
                           const Eigen::Vector3d& guess);

/// The point of a surface and that of a line that see each other along the surface's normal, across
/// the line. `height` is positive where the line passes outside; where the line cuts the surface it
/// is negative, and the point is that of deepest penetration: it changes smoothly from one to the
/// other.
struct LineSeparation {
  Eigen::Vector3d on_surface = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_line = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  double height = 0;  ///< on_line = on_surface + height normal [m]
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< [m]
};

/// By Newton's method from a guess near the surface, on: the line's direction is across the normal,
/// the normal meets the line, the point is on the surface. Precondition: the surface has a Hessian
/// near the guess (any shape but the mesh). `direction` need not be of unit length.
LineSeparation track_line_separation(const Shape&, const Eigen::Vector3d& point_on_line,
                                     const Eigen::Vector3d& direction,
                                     const Eigen::Vector3d& guess);

}  // namespace condyle
