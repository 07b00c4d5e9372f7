#pragma once

#include <memory>

#include "condyle/contact/contact_surface.h"
#include "parts.h"

namespace condyle::python {

/// The shared pointer with which Python owns a surface. Functions take surfaces by reference,
/// because pybind11 then rejects objects whose __init__ was not called (classes.h).
std::shared_ptr<ContactSurface> held(ContactSurface& surface);

}  // namespace condyle::python
