#include "python_law.h"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "arrays.h"

namespace condyle::python {
namespace {

/// One number of each point, as a copy: the Python function may keep its arrays longer than the
/// input lives.
py::array numbers_of_touches(const condyle_normal_input& in, double condyle_touch::*member) {
  std::vector<double> values;
  for (int i = 0; i < in.count; ++i) values.push_back(in.touch[i].*member);
  return array_of(values);
}

int call_python(const py::object& function, const condyle_normal_input& in,
                condyle_normal_force* out) {
  const py::gil_scoped_acquire lock;
  try {
    const py::object result = function(numbers_of_touches(in, &condyle_touch::depth),
                                       numbers_of_touches(in, &condyle_touch::rate));
    const Doubles forces = numbers_of(result, {in.count}, "the result");
    for (int i = 0; i < in.count; ++i) out[i].force = forces.data()[i];
    return 0;
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt)) PyErr_SetInterrupt();  // raised again by Python
    throw std::runtime_error(error.what());
  } catch (const py::builtin_exception& error) {
    throw std::runtime_error(error.what());
  }
}

/// Python objects may be copied and freed only under the interpreter's lock, which our own threads
/// do not hold.
std::shared_ptr<const py::object> shared(const py::object& object) {
  return {new py::object(object), [](const py::object* owned) {
            const py::gil_scoped_acquire lock;
            delete owned;
          }};
}

}  // namespace

std::shared_ptr<const UserNormalLaw> python_law(const py::function& function) {
  UserNormalLaw law;
  law.name = py::str(py::getattr(function, "__name__", py::str(py::repr(function))));
  law.gives_slopes = false;
  law.call = [function = shared(function)](const condyle_normal_input* in,
                                           condyle_normal_force* out) {
    return call_python(*function, *in, out);
  };
  return std::make_shared<const UserNormalLaw>(std::move(law));
}

}  // namespace condyle::python
