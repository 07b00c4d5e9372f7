#pragma once

#include <pybind11/pybind11.h>

namespace condyle::python {

namespace py = pybind11;

// The parts of the module _core. Each function adds its classes and functions. A part that names a
// class of another part in a signature must be added after it.
void add_errors(py::module_& module);
void add_meshes(py::module_& module);
void add_mesh_reports(py::module_& module);
void add_primitives(py::module_& module);
void add_materials(py::module_& module);
void add_shapes(py::module_& module);
void add_geodesics(py::module_& module);
void add_surfaces(py::module_& module);
void add_laws(py::module_& module);
void add_statistics(py::module_& module);
void add_results(py::module_& module);
void add_pairs(py::module_& module);
void add_strands(py::module_& module);

}  // namespace condyle::python
