#include "surface.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "arrays.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"
#include "long_call.h"
#include "mesh.h"
#include "shape.h"

namespace condyle::python {
namespace {

using Surface = std::shared_ptr<ContactSurface>;

std::vector<Layer> layers_of(const Layer& layer, const Doubles& thickness) {
  std::vector<Layer> layers(static_cast<std::size_t>(thickness.size()), layer);
  for (std::size_t t = 0; t < layers.size(); ++t) layers[t].thickness = thickness.data()[t];
  return layers;
}

using File = std::optional<std::filesystem::path>;

Surface surface_of_mesh(const Mesh& mesh, const Layer& layer, const std::string& name,
                        const py::object& thickness, const File& compliance) {
  std::vector<Layer> layers{layer};
  if (!thickness.is_none()) {
    const auto triangles = static_cast<py::ssize_t>(mesh.get().triangles.size());
    layers = layers_of(layer, numbers_of(thickness, {triangles}, "thickness"));
  }
  return without_lock([&] {
    const auto surface = std::make_shared<ContactSurface>(mesh.get(), std::move(layers), name);
    if (compliance) use_compliance(*surface, std::filesystem::absolute(*compliance));
    return surface;
  });
}

Surface surface_of_layers(const Mesh& mesh, const std::vector<Layer>& layers,
                          const std::string& name) {
  if (layers.size() != mesh.get().triangles.size())
    throw InputError(fmt::format("Surface '{}': {} layers for {} triangles; give one, or one each",
                                 name, layers.size(), mesh.get().triangles.size()));
  return without_lock([&] { return std::make_shared<ContactSurface>(mesh.get(), layers, name); });
}

Surface surface_of_shape(const Solid& solid, const Layer& layer, const std::string& name,
                         std::optional<double> chord_error, double extent) {
  return without_lock([&] {
    // The surface may cast in one pair and be the target in another.
    scene::ShapeFineness fineness =
        chord_error ? scene::default_fineness(solid.shape, extent)
                    : scene::casting_fineness(solid.shape, layer.thickness, extent);
    if (chord_error) fineness.chord_error = *chord_error;
    return std::make_shared<ContactSurface>(
        solid.shape, display_mesh(solid.shape, fineness), layer, name,
        chord_error ? TriangleDivision::never : TriangleDivision::on_smooth);
  });
}

py::object layers_as_given(const ContactSurface& surface) {
  if (surface.has_uniform_layer()) return py::cast(surface.layer(0));
  py::list layers;
  for (int t = 0; t < surface.triangle_count(); ++t) layers.append(surface.layer(t));
  return layers;
}

std::string repr_of_surface(const ContactSurface& surface) {
  const Layer& layer = surface.layer(0);
  return fmt::format("<condyle.Surface '{}': {} triangles, {}>", surface.name(),
                     surface.triangle_count(),
                     !surface.has_uniform_layer() ? "a layer for each"
                     : layer.use == LayerUse::rigid
                         ? "rigid"
                         : fmt::format("E {:g} Pa, nu {:g}, {:g} m", layer.elastic_modulus,
                                       layer.poissons_ratio, layer.thickness));
}

/// The state of a surface, for pickle: mesh, layer or layers, name, shape or None, the file of its
/// compliance or nothing, and whether triangles are divided.
py::tuple state_of(ContactSurface& surface) {
  const geometry::Shape* const shape = surface.shape();
  return py::make_tuple(
      Mesh(std::shared_ptr<const TriangleMesh>(held(surface), &surface.mesh())),
      layers_as_given(surface), surface.name(), shape ? py::cast(Solid{*shape}) : py::none(),
      compliance_file_of(surface).string(), surface.division() == TriangleDivision::on_smooth);
}

Surface surface_of_state(const py::tuple& state) {
  const auto& mesh = state[0].cast<const Mesh&>().get();
  const auto name = state[2].cast<std::string>();
  if (!state[3].is_none())
    return std::make_shared<ContactSurface>(
        state[3].cast<const Solid&>().shape, mesh, state[1].cast<Layer>(), name,
        state[5].cast<bool>() ? TriangleDivision::on_smooth : TriangleDivision::never);
  std::vector<Layer> layers = py::isinstance<Layer>(state[1])
                                  ? std::vector<Layer>{state[1].cast<Layer>()}
                                  : state[1].cast<std::vector<Layer>>();
  const auto surface = std::make_shared<ContactSurface>(mesh, std::move(layers), name);
  const auto file = state[4].cast<std::string>();
  if (!file.empty()) use_compliance(*surface, file);
  return surface;
}

void add_arrays(py::class_<ContactSurface, Surface>& cls) {
  cls.def_property_readonly(
      "mesh",
      [](ContactSurface& surface) {  // shares the surface's mesh and keeps the surface alive
        return Mesh(std::shared_ptr<const TriangleMesh>(held(surface), &surface.mesh()));
      },
      "Its mesh, or the mesh that stands in for its shape.");
  add_view(
      cls, "centroids", [](const ContactSurface& s) { return s.centroids(); },
      "Centroids of the triangles, (m, 3) [m]. A read-only view.");
  add_view(
      cls, "normals", [](const ContactSurface& s) { return s.normals(); },
      "Unit outward normals of the triangles, (m, 3). A read-only view.");
  add_view(
      cls, "areas", [](const ContactSurface& s) { return s.areas(); },
      "Areas of the triangles, (m,) [m^2]. A read-only view.");
}

}  // namespace

std::shared_ptr<ContactSurface> held(ContactSurface& surface) {
  return py::cast(&surface, py::return_value_policy::reference).cast<Surface>();
}

void add_surfaces(py::module_& module) {
  py::class_<ContactSurface, Surface> cls(
      module, "Surface",
      "One side of a contact: a mesh or a shape with its elastic layer. Immutable; any number of\n"
      "pairs and threads may share one.\n\n"
      "layer: a Layer, or for a mesh a list of one per triangle.\n"
      "thickness: for a mesh, that of each triangle in place of the layer's, (m,) [m].\n"
      "compliance: for a mesh, a file of `condyle compliance`: finite elements of the actual "
      "part,\n"
      "    which elastic_layer takes in place of a flat layer. A pickled surface names the file.\n"
      "chord_error: for a shape, how far the mesh that casts may lie from it [m]. By default it "
      "is\n"
      "chosen, and triangles are divided where a contact is small beside them.\n"
      "extent: size of the mesh that stands in for a shape without end [m].");
  cls.def(py::init(&surface_of_mesh), py::arg("mesh"), py::arg("layer"),
          py::arg("name") = "surface", py::kw_only(), py::arg("thickness") = py::none(),
          py::arg("compliance") = py::none())
      .def(py::init(&surface_of_layers), py::arg("mesh"), py::arg("layer"),
           py::arg("name") = "surface")
      .def(py::init(&surface_of_shape), py::arg("shape"), py::arg("layer"),
           py::arg("name") = "surface", py::kw_only(), py::arg("chord_error") = py::none(),
           py::arg("extent") = 1.0)
      .def_property_readonly("name", &ContactSurface::name, "Its name in messages.")
      .def_property_readonly("layer", layers_as_given,
                             "Its Layer, or the list of one per triangle.")
      .def("__repr__", repr_of_surface)
      .def(
          py::pickle([](ContactSurface& surface) { return state_of(surface); }, &surface_of_state));
  add_arrays(cls);

  module.def(
      "measure_thickness",
      [](const Mesh& surface, const Mesh& back, double minimum, double maximum) {
        const VariableThickness measured = without_lock([&] {
          return measure_thickness(surface.get(), back.get(), {minimum, maximum}, "back");
        });
        return array_of(measured.thickness);
      },
      py::arg("surface"), py::arg("back"), py::arg("minimum"), py::arg("maximum"),
      "Thickness of the layer between a surface and the mesh behind it, (m,) [m]: the distance\n"
      "from each centroid against the normal, within the bounds; the minimum where nothing is.");
}

}  // namespace condyle::python
