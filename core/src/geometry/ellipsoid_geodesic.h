#pragma once

#include <Eigen/Core>

#include "core/src/geometry/ellipsoid.h"

namespace condyle::geometry {

/// The end of a geodesic of an ellipsoid, with the Jacobi fields of GeodesicPoint.
struct EllipsoidGeodesicEnd {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d tangent = Eigen::Vector3d::UnitX();  ///< unit, pointing away from the start
  double rotational = 0;                               ///< [m/rad]
  double rotational_rate = 1;
  double translational = 1;
  double translational_rate = 0;  ///< [1/m]
  double error = 0;               ///< estimated error of `point` [m]
};

/// Shoots a geodesic like shoot_geodesic, about fifty times as fast, to about 1e-13 of the
/// ellipsoid's size. Does not allocate. Preconditions: `point` on the surface; `tangent` of unit
/// length and in the tangent plane there, to rounding. A negative length runs backward: the fields
/// are functions of the signed length.
///
/// With D = diag(1 / a^2), x'' = -l D x with l = J / (x D^2 x)^2, where Joachimsthal's J = (t D t)
/// (x D^2 x) is constant along a geodesic and the Gaussian curvature is a constant times l: the
/// point and the Jacobi fields all solve c'' = -l w c, each with its own weight w. This equation
/// does not contain the velocity, so extrapolated Stoermer-Verlet steps solve it (Hairer, Norsett &
/// Wanner 1993, "Solving ordinary differential equations I", II.14). The step length depends on the
/// arguments alone.
EllipsoidGeodesicEnd shoot_ellipsoid_geodesic(const Ellipsoid&, const Eigen::Vector3d& point,
                                              const Eigen::Vector3d& tangent, double length);

}  // namespace condyle::geometry
