#pragma once

#include <Eigen/Core>

#include "condyle/geometry/surface_values.h"

namespace condyle::geometry {

/// The properties of a solid centred at the origin whose inertia about its centre is diagonal.
SolidProperties centred_solid(double volume, double area, const Eigen::Vector3d& moments);

}  // namespace condyle::geometry
