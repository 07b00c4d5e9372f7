#pragma once

#include <initializer_list>
#include <string>

#include "parts.h"

namespace condyle::python {

/// Adds the behaviour that all classes of a module share. Call it once all classes are defined.
///
/// Any use of an object whose __init__ was not called, such as C.__new__(C), raises TypeError.
/// pybind11 would allocate uninitialised memory for it.
///
/// A copy of an object is the object itself, because all objects are immutable except those of the
/// classes `changing`, which cannot be copied. The error for an object that cannot be pickled says
/// what to do instead.
void finish_classes(const py::module_& module, std::initializer_list<std::string> changing);

}  // namespace condyle::python
