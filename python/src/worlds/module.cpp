#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "base/assets.h"
#include "classes.h"
#include "worlds/parts.h"

namespace {

/// An installed package contains the shipped scenes, because its build folder may be gone.
void find_own_assets(const pybind11::module_& core) {
  const auto file = pybind11::cast<std::filesystem::path>(core.attr("__file__"));
  const std::filesystem::path folder = file.parent_path() / "assets";
  if (std::filesystem::is_directory(folder)) condyle::set_assets(folder);
}

}  // namespace

PYBIND11_MODULE(_world, module) {
  using namespace condyle::python;
  module.doc() = "The part of condyle that runs worlds in Bullet.";
  // This module uses the errors, meshes and statistics of _core.
  find_own_assets(py::module_::import("condyle._core"));
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "condyle";
  add_tables(module);
  add_worlds(module);
  add_models(module);
  add_analyses(module);
  add_equilibria(module);
  add_laboratory(module);
  finish_classes(module, {"Equilibrium", "World", "SharedMeshes"});
  module.attr("__name__") = own_name;
}
