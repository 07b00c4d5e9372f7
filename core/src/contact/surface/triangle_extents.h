#pragma once

#include <Eigen/Core>

#include "condyle/contact/contact_surface.h"

namespace condyle {

Eigen::Vector3d corner_of(const ContactSurface& surface, int triangle, int k);

/// TriangleExtents::radius.
double radius_of(const ContactSurface& surface, int triangle);

/// Of one triangle of an analytic shape's mesh.
TriangleExtents extents_of(const ContactSurface& surface, int triangle);

/// The largest of all triangles.
TriangleExtents largest_extents(const ContactSurface& surface);

}  // namespace condyle
