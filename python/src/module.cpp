#include "classes.h"
#include "parts.h"

PYBIND11_MODULE(_core, module) {
  using namespace condyle::python;
  module.doc() = "The compiled part of condyle.";
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "condyle";  // where users find the classes
  add_errors(module);
  add_meshes(module);
  add_mesh_reports(module);
  add_primitives(module);
  add_materials(module);
  add_shapes(module);
  add_geodesics(module);
  add_surfaces(module);
  add_laws(module);
  add_statistics(module);
  add_results(module);
  add_pairs(module);
  add_strands(module);
  finish_classes(module, {"StrandPath"});  // a path remembers its wraps
  module.attr("__name__") = own_name;
  module.attr("__version__") = CONDYLE_VERSION;
}
