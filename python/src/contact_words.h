#pragma once

#include <string>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "parts.h"

namespace condyle::python {

// The words for settings of a contact, in the order of the enumerators.
inline const std::vector<std::string> k_formulations{"linear", "nonlinear", "elastic_layer"};
inline const std::vector<std::string> k_directions{"target", "casting"};
inline const std::vector<std::string> k_elements{"triangles", "nodes"};
inline const std::vector<std::string> k_free_edges{"none", "sharp", "all"};

/// Sets the law: a word for how the layers' pressure follows from depth, or a Law. Throws
/// InputError.
void set_law(ContactSettings& settings, const py::object& law);

/// The law in the form of set_law().
py::object law_setting_of(const ContactSettings& settings);

}  // namespace condyle::python
