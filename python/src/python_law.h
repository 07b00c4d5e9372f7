#pragma once

#include <memory>

#include "condyle/contact/user_function.h"
#include "parts.h"

namespace condyle::python {

/// A law that calls a Python function with arrays of depth [m] and rate [m/s]. It takes the
/// interpreter's lock for each call, so threads that evaluate pairs with such laws wait for one
/// another.
std::shared_ptr<const UserNormalLaw> python_law(const py::function& function);

}  // namespace condyle::python
