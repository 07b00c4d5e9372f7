#include "classes.h"

#include <fmt/format.h>

#include <algorithm>

namespace condyle::python {
namespace {

/// pybind11 calls this instead of operator new when an object without a value is read or passed on.
/// Objects with a value never get here, so calls cost nothing extra.
void* refuse_unmade(std::size_t) {
  throw py::type_error(
      "this object was never made: call its class, not __new__, and super().__init__() in a "
      "subclass before anything else");
}

std::string name_of(const py::object& self) {
  return py::str(py::type::of(self).attr("__qualname__"));
}

py::object refuse_pickle(const py::object& self) {
  throw py::type_error(fmt::format(
      "{} cannot be pickled or sent to another process; make it there from what this one was made "
      "of, or keep its numbers as arrays of numpy",
      name_of(self)));
}

py::object refuse_copy(const py::object& self) {
  throw py::type_error(fmt::format(
      "{} changes as it is used and cannot be copied; make another one", name_of(self)));
}

/// Returns the object as its own copy. Refuses subclasses, whose objects may have additional state.
py::object same(const py::object& self, const py::object& cls) {
  if (py::type::of(self).is(cls)) return self;
  throw py::type_error(
      fmt::format("{} is a subclass of {} that does not say how it is copied; give it __copy__ and "
                  "__deepcopy__",
                  name_of(self), std::string(py::str(cls.attr("__qualname__")))));
}

template <class Function>
void add(const py::object& cls, const char* name, const Function& function) {
  if (!py::dict(cls.attr("__dict__")).contains(name))
    cls.attr(name) = py::cpp_function(function, py::name(name), py::is_method(cls));
}

void add_copies(const py::object& cls, bool is_changing) {
  const auto copy = [is_changing, cls = cls.ptr()](const py::object& self) {  // owned by cls
    return is_changing ? refuse_copy(self) : same(self, py::reinterpret_borrow<py::object>(cls));
  };
  add(cls, "__copy__", copy);
  add(cls, "__deepcopy__", [copy](const py::object& self, const py::dict&) { return copy(self); });
  if (!py::dict(cls.attr("__dict__")).contains("__getstate__"))
    add(cls, "__reduce__", refuse_pickle);
}

}  // namespace

void finish_classes(const py::module_& module, std::initializer_list<std::string> changing) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!PyType_Check(value.ptr())) continue;
    auto* const bound = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()));
    if (bound == nullptr) continue;  // an exception
    bound->operator_new = refuse_unmade;
    add_copies(py::reinterpret_borrow<py::object>(value),
               std::ranges::find(changing, py::cast<std::string>(name)) != changing.end());
  }
}

}  // namespace condyle::python
