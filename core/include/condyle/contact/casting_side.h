#pragma once

namespace condyle {

class ContactSurface;
struct ContactSettings;

/// The side of a contact that sends the rays.
enum class CastingSide {
  first,      ///< the surface named first
  both,       ///< both surfaces, each for half of the force; their order does not matter
  automatic,  ///< the second surface if casts_better(second, first), else the first
};

/// Whether `casting` has triangles so large that a contact with `target` may lie within one of them
/// and be missed by its ray: larger than the largest side of a box around the target, which a patch
/// of contact hardly exceeds.
bool casts_coarsely(const ContactSurface& casting, const ContactSurface& target);

/// Whether contact is found better with `b` casting on `a` than with `a` casting on `b`:
/// - a surface without triangles cannot cast;
/// - if triangles of either surface are larger than a twentieth of the largest side of the box
///   around the other, the surface with the smaller triangles relative to that side casts;
/// - an analytic shape is the target, since rays meet it in closed form;
/// - of two meshes, the one with the smaller mean triangle area casts, since its rays miss less.
bool casts_better(const ContactSurface& b, const ContactSurface& a);

/// The same for the law of these settings: of an elastic layer the side casts whose thickness
/// varies, if one does, since the nodes are on the casting side.
bool casts_better(const ContactSurface& b, const ContactSurface& a,
                  const ContactSettings& settings);

}  // namespace condyle
