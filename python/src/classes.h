#pragma once

#include "parts.h"

namespace condyle::python {

/// What all classes of a module have in common, once all are there.
///
/// An object whose __init__ was not called, as C.__new__(C) gives it, is a TypeError wherever it is
/// used. pybind11 would take memory for it that nothing has set.
void finish_classes(const py::module_& module);

}  // namespace condyle::python
