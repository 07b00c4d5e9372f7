#pragma once

#include <Eigen/Core>

#include "condyle/geometry/geodesic.h"
#include "core/geometry/src/geodesic_curve.h"
#include "core/src/geometry/geodesic_integrator.h"

namespace condyle::geometry {

/// The point of the geodesic that the integrator has reached.
GeodesicPoint geodesic_point(const Shape&, const GeodesicIntegrator& walker);

/// Whether the surface extends to this point: a height map ends at its border.
bool goes_on(const Shape&, const Eigen::Vector3d& point);

/// If the last step, of length h from `before` to `walker`, has left the surface, shortens it so
/// that it ends at the border.
void stop_at_border(const Shape&, const GeodesicIntegrator& before, double h,
                    GeodesicIntegrator& walker);

/// The geodesic in closed form over a length, with enough points to draw it.
Geodesic closed_geodesic(const Shape&, const GeodesicStart& start, double length);

}  // namespace condyle::geometry
