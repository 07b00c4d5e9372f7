#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/surface_values.h"
#include "condyle/pose.h"

namespace condyle {

/// Separation of two shapes, expressed in the frame of A: the nearest points if they are apart; if
/// they overlap, the two points between which the shortest way to separate them runs.
struct PairSeparation {
  double distance = 0;  ///< if negative, the depth of penetration [m]
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();
  /// Normal n of A, towards B: on_b = on_a + distance n.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< error in the conditions, or bound of the error [m]
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

}  // namespace condyle
