#include "classes.h"

namespace condyle::python {
namespace {

/// Called in place of operator new where an object without a value is read or passed on; what has a
/// value never comes here, so that calls cost nothing more.
void* refuse_unmade(std::size_t) {
  throw py::type_error(
      "this object was never made: call its class, not __new__, and super().__init__() in a "
      "subclass before anything else");
}

}  // namespace

void finish_classes(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!PyType_Check(value.ptr())) continue;
    auto* const type = reinterpret_cast<PyTypeObject*>(value.ptr());
    if (auto* const bound = py::detail::get_type_info(type)) bound->operator_new = refuse_unmade;
  }
}

}  // namespace condyle::python
