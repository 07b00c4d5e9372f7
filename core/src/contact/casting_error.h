#pragma once

#include "condyle/contact/contact_pair.h"

namespace condyle {

/// What makes the mesh of a casting shape fine enough, apart from letting the other side cast.
enum class CastingRemedy {
  none,                ///< its triangles are divided already
  finer_chords,        ///< a smaller chord error
  chord_error,         ///< a chord error, smaller than the one that was chosen
  chords_or_division,  ///< a smaller chord error, or none, so that triangles are divided
  shorter_edges        ///< of flat faces
};

/// How well the mesh of an analytic shape that casts resolves a contact.
struct CastingError {
  double relative_error = 0;  ///< estimate, of the normal force; 1 if the contact was missed
  int triangles = 0;          ///< in contact
  double depth = 0;           ///< largest overlap [m]
  double force = 0;           ///< on the casting side [N]
  CastingRemedy remedy = CastingRemedy::finer_chords;
  double chord_error = 0;  ///< if the remedy is CastingRemedy::chord_error: the mesh's [m]
};

/// Estimates what the casting mesh leaves of error in the pair's last result: all zero unless the
/// casting side is a shape, under a foundation law. Pressure is constant on a triangle, so that a
/// triangle at the border of the contact counts whole or not at all; the error is of second order
/// in the triangles' width over that of the contact, which is measured by the share of triangles at
/// the border. A contact that no ray found is missed if both sides are shapes whose distance is
/// known in closed form (a sphere or a half space with another shape), if one is a half space, or
/// if a convex shape casts on a mesh that reaches into it.
CastingError casting_error(const ContactPair& pair);

}  // namespace condyle
