#pragma once

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Which of the two sides of a contact sends the rays.
enum class CastingSide {
  first,      ///< the one that is named first
  both,       ///< each, with half of the force: it does not matter which is named first
  automatic,  ///< the second where casts_better(second, first), else the first
};

/// Whether `casting` has triangles so large that a contact with `target` may be within one of them,
/// whose ray then misses it: larger than the largest side of a box around the target, beyond which
/// no patch of contact goes by much.
bool casts_coarsely(const ContactSurface& casting, const ContactSurface& target);

/// Whether contact is found better with `b` casting on `a` than with `a` casting on `b`:
/// - what has no triangles can not cast;
/// - where triangles of either are larger than a twentieth of such a side of the other, the one
///   whose triangles are smaller beside the other's side casts;
/// - an analytic shape is met in closed form, so it is the target;
/// - of two meshes the finer, by the mean area of its triangles, casts: its rays miss less.
bool casts_better(const ContactSurface& b, const ContactSurface& a);

}  // namespace condyle
