#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <string>

#include "core/scene/src/scene_test.h"
#include "lab/lab_run.h"
#include "lab/lab_table.h"
#include "long_call.h"
#include "worlds/parts.h"
#include "worlds/world.h"

namespace condyle::python {
namespace {

std::string run_test(const std::string& scene, const std::filesystem::path& file,
                     const std::string& test, bool allow_libraries) {
  return without_lock([&] {
    return to_json(run_scene_test(scene_of_text(scene, file, allow_libraries),
                                  scene::parse_scene_test(test, "test")));
  });
}

}  // namespace

void add_laboratory(py::module_& module) {
  module.def("run_test", &run_test, py::arg("scene"), py::arg("file"), py::arg("test"),
             py::arg("allow_libraries"),
             "Runs a test of the laboratory on the text of a scene; test and result are JSON.");
}

}  // namespace condyle::python
