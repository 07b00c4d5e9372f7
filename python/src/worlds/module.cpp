#include "classes.h"
#include "world/bullet_memory.h"
#include "worlds/parts.h"

PYBIND11_MODULE(_world, module) {
  using namespace condyle::python;
  module.doc() = "The part of condyle that runs worlds in Bullet.";
  condyle::let_bullet_throw_bad_alloc();
  py::module_::import("condyle._core");  // its errors, meshes and statistics serve here too
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "condyle";
  add_tables(module);
  add_worlds(module);
  add_models(module);
  add_analyses(module);
  finish_classes(module, {"World", "SharedMeshes"});
  module.attr("__name__") = own_name;
}
