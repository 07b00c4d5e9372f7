#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/scene/src/scene_tests.h"
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
                                  scene::parse_scene_test(test, "test", file.parent_path())));
  });
}

/// Name and result of each test that the scene lists.
std::vector<std::pair<std::string, std::string>> run_tests(const std::string& text,
                                                           const std::filesystem::path& file,
                                                           bool allow_libraries) {
  return without_lock([&] {
    const scene::Scene scene = scene_of_text(text, file, allow_libraries);
    require_tests(scene);
    std::vector<std::pair<std::string, std::string>> results;
    for (const scene::SceneTest& test : scene.tests)
      results.emplace_back(test.name, to_json(run_test_of_scene(scene, test)));
    return results;
  });
}

}  // namespace

void add_laboratory(py::module_& module) {
  module.def("run_test", &run_test, py::arg("scene"), py::arg("file"), py::arg("test"),
             py::arg("allow_libraries"),
             "Runs a test of the laboratory on the text of a scene; test and result are JSON.");
  module.def(
      "run_tests", &run_tests, py::arg("scene"), py::arg("file"), py::arg("allow_libraries"),
      "Runs the tests that the text of a scene lists; each has its name and a result in JSON.");
}

}  // namespace condyle::python
