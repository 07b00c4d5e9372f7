#include "condyle/error.h"
#include "parts.h"

namespace condyle::python {

void add_errors(py::module_& module) {
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError).doc() =
      "Input is unusable: a file, a parameter, an array.\n\n"
      "The message names the object, what is wrong and the remedy.";
  py::register_exception<SimulationError>(module, "SimulationError", PyExc_RuntimeError).doc() =
      "A computation cannot go on: divergence, or a law of your own that fails.";
}

}  // namespace condyle::python
