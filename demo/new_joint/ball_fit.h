#pragma once

#include <Eigen/Core>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// The sphere on which most of a surface lies.
struct BallFit {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< mesh frame [m]
  double radius = 0;                                 ///< [m]
  bool is_hollow = false;                            ///< the surface faces the centre
  /// Part of the whole sphere's area that lies on it, to 2 percent of the radius and 8 degrees.
  double coverage = 0;
  /// Mean direction in which that part faces, area-weighted: for a cup, out of its opening. Zero
  /// where the part is a whole sphere.
  Eigen::Vector3d facing = Eigen::Vector3d::Zero();
};

/// Fits a sphere to the part of the surface that faces its centre (`hollow`) or that faces away
/// from it: first the point nearest to all normals' lines, then the sphere through what is near it,
/// each by least squares, reweighted so that what lies elsewhere does not count.
BallFit fit_ball(const TriangleMesh& mesh, bool hollow);

}  // namespace condyle
