#include "materials.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "described_settings.h"

namespace condyle::python {
namespace {

Layer checked(const Layer& layer) {
  require_valid(layer, "Layer");
  return layer;
}

Layer layer_of_material(const std::string& name, double thickness) {
  const scene::Material& material = material_named(name);
  return checked({material.elastic_modulus.value, material.poissons_ratio.value, thickness,
                  LayerUse::any, material.yield_stress.value});
}

/// The function that makes layers of this use.
const char* maker_of(LayerUse use) {
  switch (use) {
    case LayerUse::any:
      return "Layer";
    case LayerUse::elastic:
      return "Layer.elastic";
    case LayerUse::rigid:
      return "Layer.rigid";
  }
  return nullptr;
}

std::string repr_of_layer(const Layer& layer) {
  const bool is_rigid = layer.use == LayerUse::rigid;
  return fmt::format("condyle.{}({})", maker_of(layer.use),
                     is_rigid ? "" : repr_of(scene::layer_settings(), layer, {}));
}

py::tuple state_of(const Layer& layer) {
  return py::make_tuple(maker_of(layer.use),
                        values_of(layer, settings_of(scene::layer_settings())));
}

Layer layer_of_state(const py::tuple& state) {
  Layer layer;
  change(layer, settings_of(scene::layer_settings()), values_in_pickle(state[1], "Layer"), "Layer");
  for (const LayerUse use : {LayerUse::elastic, LayerUse::rigid})
    if (state[0].cast<std::string>() == maker_of(use)) layer.use = use;
  return checked(layer);
}

/// Makes a layer by the keywords of its properties, the first three also by their order.
template <LayerUse use>
Layer made_layer(double modulus, double ratio, double thickness, double yield_stress) {
  return checked({modulus, ratio, thickness, use, yield_stress});
}

void add_layers(py::module_& module) {
  py::class_<Layer> cls(
      module, "Layer",
      ("An elastic layer bonded to a rigid backing: the material of one side of a contact.\n\n" +
       help_of(scene::layer_settings()))
          .c_str());
  cls.def(py::init(&made_layer<LayerUse::any>), py::arg("elastic_modulus"),
          py::arg("poissons_ratio"), py::arg("thickness"), py::arg("yield_stress") = 0.0)
      .def_static("of", layer_of_material, py::arg("material"), py::arg("thickness"),
                  "The layer of a material by name, such as 'uhmwpe', with a thickness [m].")
      .def_static(
          "elastic", made_layer<LayerUse::elastic>, py::arg("elastic_modulus"),
          py::arg("poissons_ratio"), py::arg("thickness"), py::arg("yield_stress") = 0.0,
          "A layer for law='elastic_layer' alone: the ratio may be 0.5, the thickness infinite.")
      .def_static("rigid", rigid_layer, "A side that does not yield, for law='elastic_layer'.")
      .def_property_readonly(
          "constrained_modulus",
          [](const Layer& layer) {
            return constrained_modulus(layer.elastic_modulus, layer.poissons_ratio);
          },
          "Stress per strain of the bonded layer [Pa].")
      .def("__repr__", repr_of_layer)
      .def(
          "__eq__", [](const Layer& a, const Layer& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Layer& layer) { return py::hash(py::repr(state_of(layer))); })
      .def(py::pickle([](const Layer& layer) { return state_of(layer); }, &layer_of_state));
  add_properties(cls, scene::layer_settings());
}

}  // namespace

const scene::Material& material_named(const std::string& name) {
  const scene::Material* const material = scene::find_material(name);
  if (material == nullptr)
    throw InputError(fmt::format("material '{}' is not in the table{}", name,
                                 scene::suggestion_and_names(name, scene::material_names())));
  return *material;
}

void add_materials(py::module_& module) {
  py::class_<scene::MaterialFigure>(module, "MaterialFigure",
                                    "A property of a material, with its range in the literature.")
      .def_readonly("value", &scene::MaterialFigure::value,
                    "The value to start with, in the unit of the property.")
      .def_readonly("least", &scene::MaterialFigure::least,
                    "Lower end of the range, in the unit of the property.")
      .def_readonly("most", &scene::MaterialFigure::most,
                    "Upper end of the range, in the unit of the property.")
      .def("__float__", [](const scene::MaterialFigure& figure) { return figure.value; })
      .def("__repr__", [](const scene::MaterialFigure& figure) {
        return fmt::format("{:g} ({:g} to {:g})", figure.value, figure.least, figure.most);
      });
  py::class_<scene::Material>(
      module, "Material", "A material of the built-in table; docs/materials.md shows all of them.")
      .def_readonly("name", &scene::Material::name, "Its name.")
      .def_readonly("aliases", &scene::Material::aliases, "Other names.")
      .def_readonly("elastic_modulus", &scene::Material::elastic_modulus, "Young's modulus [Pa].")
      .def_readonly("poissons_ratio", &scene::Material::poissons_ratio, "Poisson's ratio.")
      .def_readonly("density", &scene::Material::density, "[kg/m^3]")
      .def_readonly("yield_stress", &scene::Material::yield_stress,
                    "In tension [Pa]; 0: not in the table.")
      .def_readonly("restitution", &scene::Material::restitution, "Against itself [1]; 0: unknown.")
      .def_readonly("source", &scene::Material::source, "Where the numbers come from.")
      .def("__repr__", [](const scene::Material& material) {
        return fmt::format("<condyle.Material {}: E {:g} Pa, nu {:g}, {:g} kg/m^3>", material.name,
                           material.elastic_modulus.value, material.poissons_ratio.value,
                           material.density.value);
      });
  module.def("material", material_named, py::arg("name"), py::return_value_policy::reference,
             "The material with this name or alias.");
  module.def("material_names", scene::material_names, "All names of materials, aliases too.");
  add_layers(module);
}

}  // namespace condyle::python
