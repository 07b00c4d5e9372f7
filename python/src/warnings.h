#pragma once

#include <string>

namespace condyle::python {

/// Gives a UserWarning. Throws error_already_set where the user turns warnings into exceptions.
void warn(const std::string& text);

}  // namespace condyle::python
