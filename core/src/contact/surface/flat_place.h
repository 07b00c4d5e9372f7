#pragma once

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Whether a target is one plane, without edges or borders, within `radius` [m] of a point p_T of
/// it, in its frame: a mesh about a point of the triangle, or a brick. Corners within `tolerance`
/// [m] of the plane are on it; what lies more than `depth` [m] below it does not count.
bool is_flat_about(const ContactSurface& target, int triangle, const Eigen::Vector3d& p_T,
                   double radius, double depth, double tolerance);

}  // namespace condyle
