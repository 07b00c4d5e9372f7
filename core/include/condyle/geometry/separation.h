#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "condyle/pose.h"

namespace condyle::geometry {

/// Separation of two shapes, expressed in the frame of A: the nearest points if they are apart; if
/// they overlap, the two points between which the shortest displacement that separates them runs.
struct PairSeparation {
  double distance = 0;                             ///< if negative, the depth of penetration [m]
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();  ///< [m]
  /// Normal n of A, towards B: on_b = on_a + distance n.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< error in the conditions, or a bound on the error [m]
};

/// The globally correct separation for these pairs: a sphere and any shape (by the nearest point to
/// the sphere's centre), a half space and any bounded shape (by its support), and two convex shapes
/// of which at least one is bounded (by convex_distance, refined by track_separation where both are
/// smooth at the points found). If the centre of a sphere is inside the other shape, penetration is
/// measured through the nearest point. Throws InputError naming the shapes for all other pairs: two
/// unbounded shapes, or a shape that is not convex with anything but a sphere or half space.
PairSeparation pair_separation(const Shape& a, const Shape& b, const Pose& X_AB);

/// The pair of points near a guess (on A and on B, expressed in A) that face each other along both
/// normals, for any two shapes with Hessians near there, convex or not. For a pair that moves from
/// step to step, at a local minimum of distance or penetration. Newton's method (Gauss-Newton with
/// minimum-norm steps, so that parallel walls cause no trouble) on the conditions b = a + distance
/// n_a, n_b = -n_a, both points on their surfaces.
PairSeparation track_separation(const Shape& a, const Shape& b, const Pose& X_AB,
                                const Eigen::Vector3d& guess_on_a,
                                const Eigen::Vector3d& guess_on_b);

/// The point that track_nearest found.
struct TrackedPoint {
  SurfacePoint at;                                  ///< with the distance of the query point
  Convergence status = Convergence::not_converged;  ///< whether `residual` is down to rounding
  double residual = 0;                              ///< error in the conditions [m]
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
  Eigen::Vector3d on_surface = Eigen::Vector3d::Zero();  ///< [m]
  Eigen::Vector3d on_line = Eigen::Vector3d::Zero();     ///< [m]
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();     ///< outward unit normal of the surface
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

}  // namespace condyle::geometry
