#pragma once

#include <memory>

#include "condyle/contact/user_function.h"
#include "parts.h"

namespace condyle::python {

/// A law that calls a function of Python with arrays of depth and rate. It takes the interpreter's
/// lock for each call, so threads that share such pairs wait for one another.
std::shared_ptr<const UserNormalLaw> python_law(const py::function& function);

}  // namespace condyle::python
