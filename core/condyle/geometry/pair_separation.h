#pragma once

#include <Eigen/Core>

#include "condyle/geometry/shape.h"
#include "condyle/geometry/tracking.h"
#include "condyle/pose.h"

namespace condyle {

/// How two shapes stand to each other, expressed in the frame of A: the nearest points where they
/// are apart; where they overlap, the points between which the shortest way to part them runs.
struct PairSeparation {
  double distance = 0;  ///< negative: the depth of penetration [m]
  Eigen::Vector3d on_a = Eigen::Vector3d::Zero();
  Eigen::Vector3d on_b = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< of A, towards B: on_b = on_a + distance n
  Convergence status = Convergence::not_converged;
  double residual = 0;  ///< what is left of the conditions, or the bound of the error [m]
};

/// Of any sphere and any shape (by the nearest point to its centre), of a half space and any
/// bounded shape (by its support), and of two convex shapes of which one at least is bounded (by
/// convex_distance, finished by track_separation where both are smooth at the points found): all
/// globally right. Penetration of a sphere's centre beyond the surface of the other shape is
/// counted through the nearest point. Throws InputError that names the shapes for the other pairs:
/// two unbounded ones, or a shape that is not convex with anything but a sphere or half space.
PairSeparation pair_separation(const Shape& a, const Shape& b, const Pose& X_AB);

/// The points near a guess (on A, on B, in A) that see each other along both normals, for any two
/// shapes that have Hessians near there, convex or not: a moving pair from step to step, at a local
/// least distance or penetration. By Newton's method (Gauss-Newton with least steps, so that
/// parallel walls are no obstacle) on: b = a + distance n_a, n_b = -n_a, both on their surfaces.
PairSeparation track_separation(const Shape& a, const Shape& b, const Pose& X_AB,
                                const Eigen::Vector3d& guess_on_a,
                                const Eigen::Vector3d& guess_on_b);

}  // namespace condyle
