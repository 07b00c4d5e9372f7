#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// How well the mesh of an analytic shape that casts resolves a contact.
struct CastingError {
  double relative_error = 0;  ///< estimate, of the normal force; 1 if the contact was missed
  int triangles = 0;          ///< in contact
  double depth = 0;           ///< largest overlap [m]
  double force = 0;           ///< on the casting side [N]
};

/// Estimates what the casting mesh leaves of error in the pair's last result: all zero unless the
/// casting side is a shape, under a foundation law. Pressure is constant on a triangle, so that a
/// triangle at the border of the contact counts whole or not at all; the error is of second order
/// in the triangles' width over that of the contact, which is measured by the share of triangles at
/// the border. A contact that no ray found is missed if both sides are shapes whose distance is
/// known in closed form (a sphere or a half space with another shape), or if one is a half space.
CastingError casting_error(const ContactPair& pair);

}  // namespace condyle
