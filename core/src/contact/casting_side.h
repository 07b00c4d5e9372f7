#pragma once

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Whether `casting` has triangles so large that a contact with `target` may lie within one of them
/// and be missed by its ray: larger than the largest side of a box around the target, which a patch
/// of contact hardly exceeds.
bool casts_coarsely(const ContactSurface& casting, const ContactSurface& target);

}  // namespace condyle
