#pragma once

#include <string>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Throws InputError that names `what` and the setting if the formulation is elastic_layer and
/// cannot go with the other settings.
void require_elastic_layer(const ContactSettings& settings, const std::string& what);

/// Throws InputError that names `what` and the setting if this law cannot go with these surfaces
/// and settings.
void require_elastic_layer(const ContactSurface& casting, const ContactSurface& target,
                           const ContactSettings& settings, const std::string& what);

}  // namespace condyle
