#include <fmt/format.h>
#include <mujoco/mujoco.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arrays.h"
#include "classes.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mujoco/plugin.h"
#include "described_settings.h"
#include "long_call.h"
#include "statistics.h"
#include "words.h"

namespace condyle::python {
namespace {

using mujoco::Measure;
using mujoco::Plugin;
using mujoco::Sensor;

/// A plugin beside its model, in which geoms have names.
struct MujocoPlugin {
  MujocoPlugin(std::uintptr_t model_address, std::uintptr_t data_address)
      : model(*reinterpret_cast<mjModel*>(model_address)),
        data(*reinterpret_cast<mjData*>(data_address)),
        plugin(model, data) {}

  mjModel& model;
  mjData& data;
  Plugin plugin;
};

/// A report of a pair, as of the last step.
struct MujocoPair {
  PairReport report;
  std::string casting, target;
};

std::unique_ptr<MujocoPlugin> make_plugin(std::uintptr_t model, std::uintptr_t data) {
  if (model == 0 || data == 0)
    throw InputError("MujocoPlugin: the address of the mjModel or the mjData is 0");
  return std::make_unique<MujocoPlugin>(model, data);
}

int geom_named(const MujocoPlugin& of, const std::string& name) {
  const int geom = mj_name2id(&of.model, mjOBJ_GEOM, name.c_str());
  if (geom < 0) throw InputError(fmt::format("the model has no geom '{}'", name));
  return geom;
}

std::string name_of(const Plugin& plugin, ColliderId collider) {
  return plugin.surface(collider).name();
}

std::vector<MujocoPair> pairs_of(const MujocoPlugin& of) {
  std::vector<MujocoPair> pairs;
  for (const PairReport& report : of.plugin.pairs())
    pairs.push_back(
        {report, name_of(of.plugin, report.casting), name_of(of.plugin, report.target)});
  return pairs;
}

ColliderId collider_named(const MujocoPlugin& of, const std::string& geom) {
  const std::optional<ColliderId> collider = of.plugin.collider(geom_named(of, geom));
  if (!collider)
    throw InputError(fmt::format("geom '{}' has no layer; give it one with add_layer()", geom));
  return *collider;
}

ContactSettings settings_of(const py::kwargs& changes) {
  ContactSettings settings;
  change(settings, contact_keywords(), changes, "a contact");
  if (settings.normal.kind == NormalLawKind::user && settings.normal.user->library.empty())
    throw InputError(
        "a law made of a function cannot act in MuJoCo's step; take one of a library, by "
        "Law.from_library() (docs/user-laws.md)");
  return settings;
}

void set_contact(MujocoPlugin& of, const std::string& casting, const std::string& target,
                 const py::kwargs& changes) {
  of.plugin.set_contact(collider_named(of, casting), collider_named(of, target),
                        settings_of(changes), {}, CastingSide::first);
}

void add_sensor(MujocoPlugin& of, const std::string& name, const std::string& measures,
                const std::string& geom, const std::string& against, const std::string& site,
                int rows, int columns) {
  of.plugin.add_sensor(
      name, {enumerator_of<Measure>(measures, "measures"), geom, against, site, rows, columns});
}

py::array readings_of(const MujocoPlugin& of, const std::string& name) {
  const Sensor& sensor = of.plugin.sensor(name);
  py::array values = array_of(of.plugin.readings(name));
  if (sensor.measures != Measure::taxels) return values;
  return values.reshape({sensor.rows, sensor.columns});
}

void step(MujocoPlugin& of, int steps) {
  without_lock([&] {
    for (int i = 0; i < steps; ++i) of.plugin.step();
  });
}

py::array vertices_of(const MujocoPair& pair) {
  std::vector<Eigen::Vector3d> vertices = pair.report.contact_pair().casting().mesh().vertices;
  for (Eigen::Vector3d& vertex : vertices) vertex = pair.report.X_WC * vertex;
  return array_of(vertices);
}

py::array triangles_of(const MujocoPair& pair) {
  const auto& triangles = pair.report.contact_pair().casting().mesh().triangles;
  py::array_t<int> out({static_cast<py::ssize_t>(triangles.size()), py::ssize_t{3}});
  std::copy_n(triangles.data()->data(), 3 * triangles.size(), out.mutable_data());
  return out;
}

void add_mujoco_pairs(py::module_& module) {
  py::class_<MujocoPair>(
      module, "MujocoPair",
      "Two geoms in contact range, as of the last step. Arrays are copies; after a later step\n"
      "those that are read anew raise InputError.")
      .def_readonly("casting", &MujocoPair::casting, "Name of the geom whose triangles send rays.")
      .def_readonly("target", &MujocoPair::target, "Name of the geom that the rays meet.")
      .def_property_readonly(
          "force", [](const MujocoPair& p) { return array_of(p.report.F_casting_W.force); },
          "Force on the casting body by MuJoCo's rows, world frame, (3,) [N].")
      .def_property_readonly(
          "moment", [](const MujocoPair& p) { return array_of(p.report.F_casting_W.moment); },
          "Its moment about the casting body's centre of mass at the step's start, (3,) [N m].")
      .def_property_readonly(
          "pressure", [](const MujocoPair& p) { return array_of(p.report.casting_map().pressure); },
          "Per casting triangle, (m,) [Pa].")
      .def_property_readonly(
          "proximity",
          [](const MujocoPair& p) { return array_of(p.report.casting_map().proximity); },
          "Depth of overlap per casting triangle, (m,) [m].")
      .def_property_readonly(
          "target_pressure",
          [](const MujocoPair& p) { return array_of(p.report.target_map().pressure); },
          "Per target triangle, (k,) [Pa].")
      .def_property_readonly(
          "vertices", vertices_of,
          "Of the casting mesh, where contact was found, world frame, (n, 3) [m].")
      .def_property_readonly("triangles", triangles_of, "Of the casting mesh, (m, 3) int32.")
      .def_property_readonly(
          "pose", [](const MujocoPair& p) { return array_of(p.report.X_WC); },
          "X_WC, of the casting mesh in the world where contact was found, (4, 4) [m].")
      .def_property_readonly(
          "total",
          [](const MujocoPair& p) {
            return Statistics{std::make_shared<const ContactStatistics>(p.report.result().total)};
          },
          "Statistics of all triangles in contact, in the casting mesh frame.")
      .def("__repr__", [](const MujocoPair& p) {
        return fmt::format("<condyle.MujocoPair: '{}' on '{}', {:.4g} N>", p.casting, p.target,
                           p.report.F_casting_W.force.norm());
      });
}

void add_plugins(py::module_& module) {
  py::class_<MujocoPlugin> cls(
      module, "MujocoPlugin",
      "Contact of meshes as they are, in a MuJoCo model, by the addresses of its mjModel and its\n"
      "mjData, which must outlive this object. condyle.mujoco.Plugin takes the objects of "
      "MuJoCo's\n"
      "own bindings.");
  cls.def(py::init(&make_plugin), py::arg("model"), py::arg("data"))
      .def(
          "add_from_model", [](MujocoPlugin& of) { of.plugin.add_from_model(); },
          "Registers layers, strands, pairs and sensors that the model itself names in <custom>.")
      .def(
          "add_layer",
          [](MujocoPlugin& of, const std::string& geom, const Layer& layer) {
            of.plugin.add_collider(geom_named(of, geom), layer);
          },
          py::arg("geom"), py::arg("layer"), "Gives a geom a layer, and so Condyle's contact.")
      .def(
          "set_default_contact",
          [](MujocoPlugin& of, const py::kwargs& changes) {
            of.plugin.set_default_contact(settings_of(changes));
          },
          "The contact of all pairs without one of their own, by the keywords of Pair.")
      .def("set_contact", set_contact, py::arg("casting"), py::arg("target"),
           "The contact of two geoms with layers, of which the first casts, by the keywords of\n"
           "Pair.")
      .def("add_sensor", add_sensor, py::arg("name"), py::arg("measures"), py::arg("geom"),
           py::kw_only(), py::arg("against") = "", py::arg("site") = "", py::arg("rows") = 0,
           py::arg("columns") = 0,
           "Adds a sensor of a geom's contact.\n\n"
           "measures: 'force', 'moment', 'peak_pressure', 'area', 'centre' or 'taxels'.\n"
           "against: one other geom; all by default. site: whose frame the vectors are in or, of\n"
           "taxels, the box over whose x-y face they lie, rows along y and columns along x.")
      .def("readings", readings_of, py::arg("sensor"),
           "What a sensor measured in the last step [SI], (1,) or (3,); taxels (rows, columns)\n"
           "[Pa]. A copy.")
      .def("step", step, py::arg("steps") = 1,
           "Makes steps of the model's time step, in place of mj_step().")
      .def(
          "update", [](MujocoPlugin& of) { of.plugin.update(); },
          "Takes over what mj_step() did, for pairs and strands.")
      .def_property_readonly("pairs", pairs_of, "Pairs in contact range in the last step.")
      .def_property_readonly(
          "strand_forces",
          [](const MujocoPlugin& of) {
            py::dict forces;
            for (const StrandReport& strand : of.plugin.strands())
              forces[py::str(of.plugin.strand(strand.id).name)] = strand.force.total_force;
            return forces;
          },
          "Tension of each strand in the last step, by name [N].")
      .def_property_readonly(
          "residual", [](const MujocoPlugin& of) { return of.plugin.step_report().residual; },
          "By how much the rows' forces differ from the triangles' in the last step, relative to\n"
          "the largest.")
      .def("__repr__", [](const MujocoPlugin& of) {
        return fmt::format("<condyle.MujocoPlugin: {} pairs in contact range>",
                           of.plugin.pairs().size());
      });
}

}  // namespace
}  // namespace condyle::python

PYBIND11_MODULE(_mujoco, module) {
  using namespace condyle::python;
  module.doc() = "The part of condyle that puts contact into MuJoCo.";
  // This module uses the errors, layers and statistics of _core.
  py::module_::import("condyle._core");
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "condyle";
  add_mujoco_pairs(module);
  add_plugins(module);
  finish_classes(module, {"MujocoPlugin", "MujocoPair"});
  module.attr("__name__") = own_name;
  module.attr("_version") = mj_version();
}
