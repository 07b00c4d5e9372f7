#pragma once

#include <Eigen/Core>

#include "condyle/geometry/ellipsoid.h"

namespace condyle {

/// The end of a geodesic of an ellipsoid, with the Jacobi fields of GeodesicPoint.
struct EllipsoidGeodesicEnd {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();  ///< unit, away from the start
  double rotational = 0;                               ///< [m/rad]
  double rotational_rate = 1;
  double translational = 1;
  double translational_rate = 0;  ///< [1/m]
  double error = 0;               ///< estimate for the point [m]
};

/// As shoot_geodesic, some fifty times as fast, to about 1e-13 of the size, free of allocation.
/// Preconditions: `point` on the surface, `tangent` unit and in its tangent plane, to rounding. A
/// negative length goes backward: fields are by the length run through, with their sign.
///
/// With D = diag(1 / a^2), x'' = -l D x with l = J / (x D^2 x)^2, where Joachimsthal's J = (t D t)
/// (x D^2 x) is constant along a geodesic, and the Gaussian curvature is a constant times l: point
/// and Jacobi fields all solve c'' = -l w c with a weight w each. That has no velocity in it, so it
/// takes Stoermer-Verlet steps, extrapolated (Hairer, Norsett & Wanner 1993, "Solving ordinary
/// differential equations I", II.14). Steps depend on the arguments alone.
EllipsoidGeodesicEnd shoot_ellipsoid_geodesic(const Ellipsoid&, const Eigen::Vector3d& point,
                                              const Eigen::Vector3d& tangent, double length);

}  // namespace condyle
