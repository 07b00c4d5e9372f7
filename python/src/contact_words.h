#pragma once

#include "condyle/contact/contact_settings.h"
#include "parts.h"

namespace condyle::python {

/// Sets the law: a word for how the layers' pressure follows from depth, or a Law. Throws
/// InputError.
void set_law(ContactSettings& settings, const py::object& law);

/// The law in the form of set_law().
py::object law_setting_of(const ContactSettings& settings);

}  // namespace condyle::python
