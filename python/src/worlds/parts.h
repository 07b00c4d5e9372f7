#pragma once

#include <pybind11/pybind11.h>

namespace condyle::python {

namespace py = pybind11;

// The parts of the module _world, which needs Bullet and the program's library. It must be loaded
// after _core, whose errors and meshes it uses.
void add_tables(py::module_& module);
void add_worlds(py::module_& module);
void add_models(py::module_& module);
void add_analyses(py::module_& module);
void add_equilibria(py::module_& module);
void add_laboratory(py::module_& module);

}  // namespace condyle::python
