#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl/filesystem.h>

#include "condyle/error.h"
#include "view/picture.h"
#include "worlds/world.h"

namespace condyle::python {
namespace {

void draw(World& world, const std::filesystem::path& file, int width, int height) {
  std::string why_not;
  const bool is_drawn = world.use(
      [&](SceneWorld& scene) { return draw_picture(scene, file, width, height, why_not); });
  if (!is_drawn) throw InputError(fmt::format("{}: no picture: {}", file.string(), why_not));
}

}  // namespace
}  // namespace condyle::python

PYBIND11_MODULE(_picture, module) {
  module.doc() = "The part of condyle that draws pictures; the rest links no window.";
  module.def("draw", condyle::python::draw);
}
