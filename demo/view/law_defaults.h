#pragma once

#include "core/src/contact/laws/law_description.h"
#include "world/shown_world.h"

namespace condyle {

/// The settings of the contact after a change to the `law`, with parameters chosen so that the
/// current depth gives the current force (with_present_force).
ContactSettings with_law(const ShownWorld& world, int contact, const LawChoice& law);

/// Returns `wanted` with a stiffness that gives, at the current poses and at rest, the same force
/// as the contact's current settings. If nothing touches, the stiffness is chosen for a depth of a
/// fiftieth of the thickness of both layers: there a law on patches balances the outer forces on
/// the bodies, and a law on triangles has the pressure of the softer layer at a strain of a
/// fiftieth. Laws without a stiffness are returned unchanged.
ContactSettings with_present_force(const ShownWorld& world, int contact, ContactSettings wanted);

}  // namespace condyle
