#pragma once

#include <Eigen/Core>

#include "condyle/geometry/geodesic.h"

namespace condyle::geometry {

/// Start of a geodesic: a point on the surface and a unit vector in the tangent plane there.
struct GeodesicStart {
  Eigen::Vector3d point, tangent;
};

/// Projects a point onto the surface and a direction into the tangent plane. Throws InputError if
/// the direction is along the normal or the shape has no geodesics.
GeodesicStart geodesic_start(const Shape&, const Eigen::Vector3d& from,
                             const Eigen::Vector3d& direction);

/// Whether geodesics of the shape are known in closed form.
bool has_closed_geodesics(const Shape&);

/// The point at length s >= 0 of a geodesic in closed form.
GeodesicPoint closed_geodesic_point(const Shape&, const GeodesicStart& start, double s);

/// The length at which the geodesic leaves the surface (at the rim or apex of a cone), or infinity.
double closed_geodesic_limit(const Shape&, const GeodesicStart& start);

/// The shortest geodesic between two points in closed form: its direction at the start, its length,
/// and whether it is unique.
struct ClosedConnection {
  Eigen::Vector3d direction;
  double length;
  bool unique = true;
};
ClosedConnection closed_connection(const Shape&, const Eigen::Vector3d& from,
                                   const Eigen::Vector3d& to);

/// The geodesic point at a point of the surface with a tangent: adds normal, curvature and torsion.
GeodesicPoint geodesic_point(const Shape&, double s, const Eigen::Vector3d& point,
                             const Eigen::Vector3d& tangent);

}  // namespace condyle::geometry
