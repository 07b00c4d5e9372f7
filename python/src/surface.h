#pragma once

#include <memory>

#include "condyle/contact/contact_surface.h"
#include "parts.h"

namespace condyle::python {

/// The pointer to a surface that Python holds. Arguments are references, which are checked for
/// objects that were never made (classes.h).
std::shared_ptr<ContactSurface> held(ContactSurface& surface);

}  // namespace condyle::python
