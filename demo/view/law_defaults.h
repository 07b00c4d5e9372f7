#pragma once

#include "shown_world.h"

namespace condyle {

/// Words of a scene's key `law`, in its order: the elastic foundation is two of them.
int law_word(const ContactSettings& settings);

/// The settings of the contact with the law of that word, its figures such that the present depth
/// gives the present force (with_present_force).
ContactSettings with_law(const ShownWorld& world, int contact, int word);

/// `wanted` with the stiffness that presses, where the bodies are now, as hard as the contact does
/// with the settings that it has, both at rest. Where nothing touches: as hard as what presses on
/// the bodies, at a fiftieth of the layers' thickness. Laws without a stiffness stay as they are.
ContactSettings with_present_force(const ShownWorld& world, int contact, ContactSettings wanted);

}  // namespace condyle
