#pragma once

#include <initializer_list>
#include <string>

#include "parts.h"

namespace condyle::python {

/// What all classes of a module have in common, once all are there.
///
/// An object whose __init__ was not called, as C.__new__(C) gives it, is a TypeError wherever it is
/// used. pybind11 would take memory for it that nothing has set.
///
/// A copy of an object is the object, for none changes but those of the classes `changing`, which
/// cannot be copied. What cannot be pickled says what to do.
void finish_classes(const py::module_& module, std::initializer_list<std::string> changing);

}  // namespace condyle::python
