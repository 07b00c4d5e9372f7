#pragma once

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Whether the normal turns evenly, without edges: of a sphere, ellipsoid, capsule or half space.
bool has_no_edges(const geometry::Shape& shape);
/// Whether the surface is such a shape.
bool is_smooth(const ContactSurface& surface);

/// Whether triangles of the casting surface may be divided on the target: as its TriangleDivision
/// says, or as that would be.
bool allows_division(const ContactSurface& casting, const ContactSurface& target);
bool allows_division(const ContactSurface& casting, const ContactSurface& target,
                     TriangleDivision division);

}  // namespace condyle
