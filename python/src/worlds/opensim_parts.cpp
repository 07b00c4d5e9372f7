// The ligaments and contacts of an OpenSim model, read and changed, and the model written.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <cmath>

#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_scale.h"
#include "core/src/contact/laws/law_description.h"
#include "described_settings.h"
#include "long_call.h"
#include "worlds/opensim.h"

namespace condyle::python {
namespace {

using opensim::OsimContact;
using opensim::OsimContactMesh;
using opensim::OsimCurveLigament;
using opensim::OsimLigament;
using opensim::OsimModel;
using opensim::OsimPath;
using opensim::OsimPathPoint;

std::vector<Setting<OsimLigament>> strand_settings() {
  using L = OsimLigament;
  using S = ligament::Strand;
  return {setting<&L::strand, &S::linear_stiffness>("linear_stiffness"),
          setting<&L::strand, &S::slack_length>("slack_length"),
          setting<&L::strand, &S::transition_strain>("transition_strain"),
          setting<&L::strand, &S::damping_coefficient>("damping_coefficient"),
          setting<&L::strand, &S::applies_force>("applies_force")};
}

std::vector<Setting<OsimCurveLigament>> curve_settings() {
  using L = OsimCurveLigament;
  return {setting<&L::resting_length>("resting_length"), setting<&L::pcsa_force>("pcsa_force"),
          setting<&L::applies_force>("applies_force")};
}

std::vector<Setting<OsimContactMesh>> mesh_settings() {
  using M = OsimContactMesh;
  return {setting<&M::file>("file"),
          setting<&M::scale>("scale_factors"),
          setting<&M::layer, &Layer::elastic_modulus>("elastic_modulus"),
          setting<&M::layer, &Layer::poissons_ratio>("poissons_ratio"),
          setting<&M::layer, &Layer::thickness>("thickness"),
          setting<&M::variable_thickness>("variable_thickness"),
          setting<&M::back_file>("back_file"),
          setting<&M::min_thickness>("min_thickness"),
          setting<&M::max_thickness>("max_thickness")};
}

std::vector<Setting<OsimContact>> contact_settings() {
  using C = OsimContact;
  std::vector<Setting<C>> all{setting<&C::casting_layer>("casting_layer"),
                              setting<&C::target_layer>("target_layer")};
  for (const Setting<ContactSettings>& each : contact_keywords())
    for (const std::string name :
         {"law", "lumped", "min_proximity", "max_proximity", "applies_force"})
      if (name == each.keyword) all.push_back(setting_of_part<&C::settings>(each));
  return all;
}

/// OpenSim's default of nu, 0.5, may stay.
void require_usable(Layer layer, const std::string& what) {
  layer.use = LayerUse::elastic;
  require_valid(layer, what);
}

void require_usable(const OsimLigament& ligament, const std::string& what) {
  require_valid(ligament.strand, what);
}

void require_usable(const OsimCurveLigament& ligament, const std::string& what) {
  if (!(ligament.resting_length > 0 && ligament.pcsa_force >= 0)) {
    throw InputError(fmt::format(
        "{}: resting_length must be above 0 and pcsa_force not below it, not {} m and {} N", what,
        ligament.resting_length, ligament.pcsa_force));
  }
}

void require_usable(const OsimContactMesh& mesh, const std::string& what) {
  require_usable(mesh.layer, what);
  if ((mesh.scale.array() == 0).any()) throw InputError(what + ": a scale factor is 0");
  if (mesh.file.empty()) throw InputError(what + ": file is empty");
  if (!(0 < mesh.min_thickness && mesh.min_thickness <= mesh.max_thickness)) {
    throw InputError(
        fmt::format("{}: min_thickness {} must be above 0 and not above max_thickness, {}", what,
                    mesh.min_thickness, mesh.max_thickness));
  }
  if (mesh.variable_thickness && mesh.back_file.empty())
    throw InputError(what + ": a variable thickness needs a back_file");
}

void require_usable(const OsimContact& contact, const std::string& what) {
  require_valid(contact.settings, what);
  if (!is_foundation(contact.settings.normal) ||
      contact.settings.formulation == Formulation::elastic_layer) {
    throw InputError(what +
                     ": OpenSim's laws are 'linear' and 'nonlinear'; give others to analyze()");
  }
  for (const std::optional<Layer>& layer : {contact.casting_layer, contact.target_layer})
    if (layer) require_usable(*layer, what);
}

/// Changes an object completely, or not at all if a value cannot be used.
template <class Object>
void change_usable(Object& object, const std::vector<Setting<Object>>& all,
                   const py::kwargs& changes, const std::string& what) {
  Object changed = object;
  change(changed, all, changes, what.c_str());
  require_usable(changed, what);
  object = std::move(changed);
}

/// Calls `work` with the ligament of this name, of either type.
template <class Work>
auto with_ligament(OsimModel& model, const std::string& name, const Work& work) {
  const auto curve = std::ranges::find(model.curve_ligaments, name, &OsimCurveLigament::name);
  if (curve != model.curve_ligaments.end()) return work(*curve, curve_settings());
  std::vector<std::string> names = ligaments_of(model);
  const auto is_it = [&](const OsimLigament& ligament) { return ligament.strand.name == name; };
  const auto strand = std::ranges::find_if(model.ligaments, is_it);
  if (strand != model.ligaments.end()) return work(*strand, strand_settings());
  throw InputError(
      fmt::format("there is no ligament '{}'{}", name, scene::suggestion_and_names(name, names)));
}

py::list point_values(const OsimModel& model, const OsimPath& path) {
  py::list points;
  for (const OsimPathPoint& point : path.points) {
    py::dict values;
    values["name"] = point.name;
    values["frame"] = model.frames[point.frame].path;
    values["location"] = array_of(point.p_F);
    points.append(values);
  }
  return points;
}

py::dict ligament_values(OsimModel& model, const std::string& name) {
  return with_ligament(model, name, [&](const auto& ligament, const auto& settings) {
    py::dict values = values_of(ligament, settings);
    values["points"] = point_values(model, ligament.path);
    return values;
  });
}

void set_ligament_values(OsimModel& model, const std::string& name, const py::kwargs& changes) {
  with_ligament(model, name, [&](auto& ligament, const auto& settings) {
    change_usable(ligament, settings, changes, fmt::format("ligament '{}'", name));
  });
}

void set_point(OsimModel& model, const std::string& name, int index, const py::object& location) {
  with_ligament(model, name, [&](auto& ligament, const auto&) {
    std::vector<OsimPathPoint>& points = ligament.path.points;
    if (index < 0 || index >= std::ssize(points)) {
      throw InputError(fmt::format("ligament '{}' has no point {}; it has 0 to {}", name, index,
                                   points.size() - 1));
    }
    OsimPathPoint& point = points[index];
    if (std::ranges::any_of(point.moving, [](const auto& c) { return c.coordinate >= 0; })) {
      throw InputError(fmt::format(
          "point {} of ligament '{}' moves with a coordinate, so it has no location to be set",
          index, name));
    }
    point.p_F = vector_of(location, "location");
  });
}

py::dict contact_values(const OsimModel& model, const std::string& name) {
  const OsimContact& contact = model.contacts[place_of(model.contacts, name, "contact")];
  py::dict values = values_of(contact, contact_settings());
  values["casting"] = model.contact_meshes[contact.casting].name;
  values["target"] = model.contact_meshes[contact.target].name;
  return values;
}

void set_contact_values(OsimModel& model, const std::string& name, const py::kwargs& changes) {
  OsimContact& contact = model.contacts[place_of(model.contacts, name, "contact")];
  for (const auto& [word, layer] : {std::pair("casting_layer", &contact.casting_layer),
                                    std::pair("target_layer", &contact.target_layer)}) {
    if (!changes.contains(word) || changes[word].is_none() != layer->has_value()) continue;
    throw InputError(
        fmt::format("contact '{}': {} is there only in older files, which have it in "
                    "the contact; otherwise use set_contact_mesh()",
                    name, word));
  }
  change_usable(contact, contact_settings(), changes, fmt::format("contact '{}'", name));
}

py::dict mesh_values(const OsimModel& model, const std::string& name) {
  const OsimContactMesh& mesh =
      model.contact_meshes[place_of(model.contact_meshes, name, "contact mesh")];
  py::dict values = values_of(mesh, mesh_settings());
  values["frame"] = model.frames[mesh.frame].path;
  return values;
}

void set_mesh_values(OsimModel& model, const std::string& name, const py::kwargs& changes) {
  change_usable(model.contact_meshes[place_of(model.contact_meshes, name, "contact mesh")],
                mesh_settings(), changes, fmt::format("contact mesh '{}'", name));
}

Eigen::Vector3d factors_from(const py::handle& any, const std::string& what) {
  if (py::isinstance<py::float_>(any) || py::isinstance<py::int_>(any))
    return Eigen::Vector3d::Constant(number_of(any, what));
  return vector_of(any, what);
}

/// From a mapping of bodies to factors, factors of all bodies, or the file of a ScaleSet.
std::vector<opensim::OsimBodyScale> scales_of(const py::object& factors) {
  if (py::isinstance<py::str>(factors) || py::hasattr(factors, "__fspath__"))
    return opensim::read_scale_set(factors.cast<std::filesystem::path>());
  if (!py::hasattr(factors, "items")) return {{"", factors_from(factors, "factors")}};
  std::vector<opensim::OsimBodyScale> scales;
  for (const auto& [body, own] : py::dict(factors)) {
    const auto name = body.cast<std::string>();
    scales.push_back({name, factors_from(own, "the factors of " + name)});
    if (name.empty()) throw InputError("factors: a body without a name");
  }
  return scales;
}

/// The report of the scaled model ends with what was not scaled.
std::shared_ptr<OsimModel> scaled_model(const OsimModel& model, const py::object& factors) {
  const std::vector<opensim::OsimBodyScale> scales = scales_of(factors);
  return without_lock([&, copy = model] {
    opensim::OsimScaled result = opensim::scaled(copy, scales);
    result.model.report.add(result.report);
    return std::make_shared<OsimModel>(std::move(result.model));
  });
}

void write_model(const OsimModel& model, const std::filesystem::path& file, bool overwrite) {
  std::error_code none;
  if (!overwrite && std::filesystem::equivalent(file, model.file, none)) {
    throw InputError(
        fmt::format("{} is the file that the model was read from; give another, or overwrite=True",
                    file.string()));
  }
  without_lock([&, copy = model] { opensim::write_osim(file, copy); });
}

}  // namespace

void add_parts_of_models(py::class_<OsimModel, std::shared_ptr<OsimModel>>& cls) {
  cls.def_property_readonly(
         "contact_meshes",
         [](const OsimModel& model) {
           std::vector<std::string> names;
           for (const OsimContactMesh& mesh : model.contact_meshes) names.push_back(mesh.name);
           return names;
         },
         "Names of the contact meshes.")
      .def("ligament", ligament_values, py::arg("ligament"),
           "Values of a ligament, by OpenSim's names: linear_stiffness [N], slack_length [m],\n"
           "transition_strain and damping_coefficient [N s], or of a Ligament resting_length [m]\n"
           "and pcsa_force [N]; applies_force, whether bodies feel it; and its points, each with "
           "name, frame and location in it [m].")
      .def("set_ligament", set_ligament_values, py::arg("ligament"),
           "Changes values of a ligament, by the keywords that ligament() has.")
      .def("set_point", set_point, py::arg("ligament"), py::arg("index"), py::arg("location"),
           "Moves a point of a ligament, counted from 0, to a location in its frame (3,) [m].")
      .def("contact", contact_values, py::arg("contact"),
           "Values of a contact, by the keywords of Pair: law, lumped, min_proximity and\n"
           "max_proximity [m]; applies_force, whether bodies feel it; the names of its casting and "
           "target mesh; and in older files its\n"
           "casting_layer and target_layer, otherwise None.")
      .def("set_contact", set_contact_values, py::arg("contact"),
           "Changes values of a contact, by the keywords that contact() has.")
      .def("contact_mesh", mesh_values, py::arg("mesh"),
           "Values of a contact mesh, by OpenSim's names: file, scale_factors (3,),\n"
           "elastic_modulus [Pa], poissons_ratio, thickness [m], variable_thickness, back_file,\n"
           "min_thickness and max_thickness [m]; and its frame.")
      .def("set_contact_mesh", set_mesh_values, py::arg("mesh"),
           "Changes values of a contact mesh, by the keywords that contact_mesh() has.")
      .def(
          "scaled", scaled_model, py::arg("factors"),
          "Another model, scaled as by ``condyle scale``: points, wrap objects, meshes and layers\n"
          "with their bodies, slack lengths with their paths. factors: a number or (3,) numbers\n"
          "for all bodies, a mapping from bodies to such, or the file of an OpenSim ScaleSet. "
          "What\n"
          "was not scaled is at the end of its report.")
      .def("write", write_model, py::arg("file"), py::kw_only(), py::arg("overwrite") = false,
           "Writes the file that was read with the changed values, and everything else byte for\n"
           "byte. overwrite=True may replace that file itself. OpenSim and read_osim() look for\n"
           "the meshes beside the new file. Raises InputError.")
      .def(
          "copy", [](const OsimModel& model) { return std::make_shared<OsimModel>(model); },
          "Another model with the same values, to be changed on its own.")
      .def("__copy__", [](const OsimModel& model) { return std::make_shared<OsimModel>(model); })
      .def(
          "__deepcopy__",
          [](const OsimModel& model, const py::dict&) {
            return std::make_shared<OsimModel>(model);
          },
          py::arg("memo"));
}

}  // namespace condyle::python
