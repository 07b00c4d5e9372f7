// OpenSim models, and the scenes that condyle convert makes from them.
#include "worlds/opensim.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <memory>
#include <numbers>
#include <optional>
#include <utility>

#include "arrays.h"
#include "core/scene/src/scene_keys.h"
#include "long_call.h"
#include "world/model_scene.h"
#include "worlds/parts.h"

namespace condyle::python {
namespace {

using opensim::OsimModel;

constexpr double k_degree = std::numbers::pi / 180;

std::shared_ptr<OsimModel> read(const std::filesystem::path& file) {
  return without_lock([&] { return std::make_shared<OsimModel>(opensim::read_osim(file)); });
}

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

/// Maps the name of each contact to the names of its casting and target meshes.
py::dict contacts_of(const OsimModel& model) {
  py::dict contacts;
  for (const opensim::OsimContact& contact : model.contacts)
    contacts[py::str(contact.name)] = py::make_tuple(model.contact_meshes[contact.casting].name,
                                                     model.contact_meshes[contact.target].name);
  return contacts;
}

std::string text_of(const OsimModel& model) {
  return fmt::format(
      "<condyle.OsimModel '{}': {} bodies, {} coordinates, {} contact pairs, {} ligaments>",
      model.name, model.bodies.size(), model.coordinates.size(), model.contacts.size(),
      model.ligaments.size() + model.curve_ligaments.size());
}

/// Reads the flexion [deg] from one angle or a pair of angles.
FlexionRange flexion_of(const py::object& flexion, const std::string& coordinate) {
  const bool is_held = py::isinstance<py::float_>(flexion) || py::isinstance<py::int_>(flexion);
  FlexionRange range;
  range.coordinate = coordinate;
  if (is_held) {
    range.from = range.to = k_degree * number_of(flexion, "flexion");
  } else {
    const Doubles angles = numbers_of(flexion, {2}, "flexion, an angle or two, in degrees,");
    range.from = k_degree * angles.at(0);
    range.to = k_degree * angles.at(1);
  }
  return range;
}

std::vector<opensim::OsimJointLoad> loads_of(const py::object& compression,
                                             const py::dict& forces) {
  std::vector<opensim::OsimJointLoad> loads;
  if (!compression.is_none()) {
    loads.emplace_back();
    loads.back().compression = number_of(compression, "compression");
  }
  for (const auto& [body, force] : forces) {
    loads.emplace_back();
    loads.back().body = py::cast<std::string>(body);
    loads.back().force = vector_of(force, "the force on " + loads.back().body);
  }
  return loads;
}

/// The text of a scene file in `folder`, and a report of the parts of the model that it leaves out.
py::tuple scene_of(const py::object& model, const std::filesystem::path& folder,
                   const std::string& geometry, const std::string& motion, std::optional<double> at,
                   bool missing_default, const std::string& joint, const py::object& flexion,
                   const std::string& coordinate, const py::object& compression,
                   const py::dict& forces, double seconds) {
  ModelSceneInput input;
  input.geometry = geometry;
  input.motion = motion;
  input.time = at;
  input.missing_default = missing_default;
  input.joint = joint;
  if (!flexion.is_none()) input.flexion = flexion_of(flexion, coordinate);
  input.loads = loads_of(compression, forces);
  input.duration = seconds;
  const OsimModel read = model_of(model);
  auto [text, report] = without_lock([&] {
    const opensim::OsimScene made = make_model_scene(read, input);
    return std::pair(scene_text(made.scene, folder), sentences_of(made.report));
  });
  return py::make_tuple(std::move(text), std::move(report));
}

}  // namespace

std::vector<std::string> ligaments_of(const OsimModel& model) {
  std::vector<std::string> names;
  for (const opensim::OsimLigament& ligament : model.ligaments)
    names.push_back(ligament.strand.name);
  for (const opensim::OsimCurveLigament& ligament : model.curve_ligaments)
    names.push_back(ligament.name);
  return names;
}

std::vector<std::string> sentences_of(const opensim::ModelReport& report) {
  std::vector<std::string> sentences;
  for (const opensim::ModelReport::Line& line : report.lines)
    sentences.push_back(fmt::format("{} ({}): {}", line.what, line.count, line.consequence));
  return sentences;
}

OsimModel model_of(const py::object& any) {
  if (py::isinstance<OsimModel>(any)) return py::cast<const OsimModel&>(any);
  return *read(py::cast<std::filesystem::path>(any));
}

void add_models(py::module_& module) {
  py::class_<OsimModel, std::shared_ptr<OsimModel>> cls(
      module, "OsimModel",
      "A model of OpenSim: read_osim(). Values of its ligaments and contacts can be changed, and\n"
      "write() writes them.");
  cls.def_readonly("name", &OsimModel::name, "As in the file.")
      .def_readonly("file", &OsimModel::file, "Its path.")
      .def_readonly("version", &OsimModel::version, "Of the file's format, such as 40000.")
      .def_property_readonly(
          "bodies", [](const OsimModel& model) { return names_of(model.bodies); },
          "Names of the bodies; the first is the ground.")
      .def_property_readonly(
          "joints", [](const OsimModel& model) { return names_of(model.joints); },
          "Names of the joints, which joint() takes.")
      .def_property_readonly(
          "coordinates", [](const OsimModel& model) { return names_of(model.coordinates); },
          "Names of the coordinates, of which a motion has columns.")
      .def_property_readonly("contacts", contacts_of,
                             "From contact to the names of its casting and its target mesh.")
      .def_property_readonly("ligaments", ligaments_of, "Names of the ligaments.")
      .def_property_readonly(
          "muscles", [](const OsimModel& model) { return names_of(model.muscles); },
          "Names of the muscles, of which the paths are read alone.")
      .def_property_readonly(
          "report", [](const OsimModel& model) { return sentences_of(model.report); },
          "What was ignored or changed on import, and the consequences: sentences.")
      .def("__repr__", text_of);
  add_parts_of_models(cls);
  module.def("read_osim", read, py::arg("file"),
             "The OsimModel in an .osim file of version 2, 3 or 4. Meshes are not opened.\n"
             "Raises InputError with file, line and remedy.");
  module.def("scene_of_model", scene_of, py::arg("model"), py::arg("folder"), py::kw_only(),
             py::arg("geometry"), py::arg("motion"), py::arg("at"), py::arg("missing_default"),
             py::arg("joint"), py::arg("flexion"), py::arg("coordinate"), py::arg("compression"),
             py::arg("forces"), py::arg("seconds"),
             "The text of a scene file in a folder, and a report: for joint() and convert().");
}

}  // namespace condyle::python
