#pragma once

#include <Eigen/Core>

#include "condyle/geometry/geodesic.h"

namespace condyle {

/// Start of a geodesic: on the surface, a unit vector in the tangent plane.
struct GeodesicStart {
  Eigen::Vector3d point, tangent;
};

/// Brings point and direction to the surface. Throws InputError where the direction is along the
/// normal, or the shape has no geodesics.
GeodesicStart geodesic_start(const Shape&, const Eigen::Vector3d& from,
                             const Eigen::Vector3d& direction);

/// Whether geodesics of the shape are known in closed form.
bool has_closed_geodesics(const Shape&);

/// The point at a length s >= 0 of the geodesic in closed form.
GeodesicPoint closed_geodesic_point(const Shape&, const GeodesicStart& start, double s);

/// The length at which the geodesic leaves the surface (a cone's rim or apex), or infinity.
double closed_geodesic_limit(const Shape&, const GeodesicStart& start);

/// The shortest geodesic in closed form: direction at the start, length, and whether it is one of
/// several as short.
struct ClosedConnection {
  Eigen::Vector3d direction;
  double length;
  bool unique = true;
  bool on_surface = true;  ///< false: it would leave the surface (over the apex or rim of a cone)
};
ClosedConnection closed_connection(const Shape&, const Eigen::Vector3d& from,
                                   const Eigen::Vector3d& to);

/// Normal, curvature and torsion at a point of the surface with a tangent.
GeodesicPoint geodesic_point(const Shape&, double s, const Eigen::Vector3d& point,
                             const Eigen::Vector3d& tangent);

}  // namespace condyle
