// Reads contact meshes and the contacts between them.
#include <fmt/format.h>

#include <optional>

#include "condyle/error.h"
#include "core/opensim/src/osim_reader.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

/// The defaults are OpenSim's. Springs reject a Poisson's ratio of 0.5 later, when the layer is
/// used; the law elastic_layer accepts it.
Layer read_layer(const OsimElement& element, const Layer& otherwise) {
  return {element.number("elastic_modulus", otherwise.elastic_modulus),
          element.number("poissons_ratio", otherwise.poissons_ratio),
          element.number("thickness", otherwise.thickness)};
}

void read_contact_mesh(OsimReader& reader, const OsimElement& element, TakenNames& names) {
  OsimContactMesh mesh;
  mesh.place = element.place();
  mesh.name = unique_name(reader, element, names);
  mesh.path = reader.path_of(element);
  std::string frame = reader.socket(element, "frame");
  if (frame.empty()) frame = reader.socket(element, "mesh_frame");
  if (frame.empty()) frame = element.text("body_name");
  if (frame.empty()) element.fail("names no frame; add <socket_frame>");
  mesh.frame = reader.frame(element, frame);
  mesh.X_FM = OsimReader::pose(element.vector("location", Vector3d::Zero()),
                               element.vector("orientation", Vector3d::Zero()));
  mesh.file = element.text("mesh_file", element.text("filename"));
  if (mesh.file.empty()) element.fail("names no mesh; add <mesh_file>");
  mesh.scale = element.vector("scale_factors", Vector3d::Ones());
  if ((mesh.scale.array() == 0).any()) element.fail("a scale factor is zero; write another");
  mesh.layer = read_layer(element, {1e6, 0.5, 0.005});
  mesh.min_thickness = element.number("min_thickness", 0.001);
  mesh.max_thickness = element.number("max_thickness", 0.01);
  mesh.back_file = element.text("mesh_back_file");
  mesh.variable_thickness = element.boolean("use_variable_thickness", false);
  reader.report_unread(
      element,
      {"socket_frame", "socket_frame_connectee_name", "socket_scale_frame",
       "socket_scale_frame_connectee_name", "socket_mesh_frame", "body_name", "location",
       "orientation", "mesh_file", "filename", "scale_factors", "elastic_modulus", "poissons_ratio",
       "thickness", "min_thickness", "max_thickness", "mesh_back_file", "use_variable_thickness"});
  reader.model.contact_meshes.push_back(std::move(mesh));
}

/// Reads a layer from the object `name` of the contact, where older files store it.
std::optional<Layer> read_parameters(OsimReader& reader, const OsimElement& contact,
                                     const char* name, OsimContactMesh& mesh) {
  const OsimElement element = layer_in(contact, name);
  if (!element) return std::nullopt;
  reader.report_unread(element,
                       {"elastic_modulus", "poissons_ratio", "thickness", "use_variable_thickness",
                        "use_variable_elastic_modulus", "use_variable_poissons_ratio"});
  for (const char* varied : {"use_variable_elastic_modulus", "use_variable_poissons_ratio"}) {
    if (element.boolean(varied, false)) {
      reader.model.report.add(varied, "the contact's uniform value is taken");
    }
  }
  if (element.boolean("use_variable_thickness", true) && !mesh.back_file.empty()) {
    mesh.variable_thickness = true;
  }
  return read_layer(element, mesh.layer);
}

void report_left_out(OsimReader& reader, const OsimElement& element, const std::string& reason) {
  reader.model.report.add(element.type() + " " + element.name(), "it is left out; " + reason);
}

/// The law of a contact; none, which is reported, if no law has that name.
std::optional<Formulation> read_formulation(OsimReader& reader, const OsimElement& element) {
  const std::string word = element.text("elastic_foundation_formulation", "linear");
  if (word == "linear") return Formulation::linear;
  if (word == "nonlinear") return Formulation::nonlinear;
  report_left_out(reader, element,
                  fmt::format("its elastic_foundation_formulation {} is unknown; write linear or "
                              "nonlinear",
                              mesh::in_quotes(word)));
  return std::nullopt;
}

int read_side(const OsimReader& reader, const OsimElement& element, const std::string& side) {
  std::string name = reader.socket(element, side);
  if (name.empty()) name = element.text(side.c_str());
  if (name.empty()) element.fail(fmt::format("names no {}; add <socket_{}>", side, side));
  return reader.contact_mesh(element, name);
}

void require_back(const OsimContactMesh& mesh) {
  if (!mesh.variable_thickness || !mesh.back_file.empty()) return;
  throw InputError(fmt::format(
      "contact mesh '{}' has a variable thickness and no <mesh_back_file>; add one", mesh.name));
}

/// Whether the contact can be used; otherwise reports that it is left out.
bool is_usable(OsimReader& reader, const OsimElement& element, const OsimContact& contact) {
  try {
    require_valid(contact.settings, "its settings");
    require_back(reader.model.contact_meshes[contact.casting]);
    require_back(reader.model.contact_meshes[contact.target]);
    return true;
  } catch (const InputError& error) {
    report_left_out(reader, element, error.what());
    return false;
  }
}

void read_contact(OsimReader& reader, const OsimElement& element, TakenNames& names) {
  OsimContact contact;
  contact.place = element.place();
  contact.casting = read_side(reader, element, "casting_mesh");
  contact.target = read_side(reader, element, "target_mesh");
  contact.settings.min_proximity = element.number("min_proximity", 0);
  contact.settings.max_proximity = element.number("max_proximity", 0.01);
  const std::optional<Formulation> formulation = read_formulation(reader, element);
  if (!formulation) return;
  contact.settings.formulation = *formulation;
  contact.settings.lumped = element.boolean("use_lumped_contact_model", true);
  if (!is_usable(reader, element, contact)) return;
  contact.name = unique_name(reader, element, names);
  auto& meshes = reader.model.contact_meshes;
  contact.casting_layer =
      read_parameters(reader, element, "casting_mesh_contact_params", meshes[contact.casting]);
  contact.target_layer =
      read_parameters(reader, element, "target_mesh_contact_params", meshes[contact.target]);
  reader.report_unread(
      element,
      {"appliesForce", "isDisabled", "socket_casting_mesh", "socket_target_mesh",
       "socket_casting_mesh_connectee_name", "socket_target_mesh_connectee_name", "casting_mesh",
       "target_mesh", "min_proximity", "max_proximity", "elastic_foundation_formulation",
       "use_lumped_contact_model", "casting_mesh_contact_params", "target_mesh_contact_params",
       "ContactParameters", "Smith2018ArticularContactForce::ContactParameters", "verbose"});
  contact.settings.applies_force = applies_force(reader, element);
  reader.model.contacts.push_back(std::move(contact));
}

}  // namespace

OsimElement layer_in(const OsimElement& contact, const char* name) {
  OsimElement element = contact.child(name);
  for (const OsimElement& place : {contact.default_object(), contact}) {
    for (const OsimElement& child : place.children()) {
      if (child.name() == name) element = child;
    }
  }
  // The object may be inside an element with the property's name.
  const std::vector<OsimElement> inner = element.children();
  if (inner.size() == 1 && !inner.front().children().empty()) element = inner.front();
  return element;
}

void read_contacts(OsimReader& reader) {
  TakenNames mesh_names;
  for (const OsimElement& element : reader.members("Smith2018ContactMesh")) {
    read_contact_mesh(reader, element, mesh_names);
  }
  TakenNames names;
  for (const OsimElement& element : reader.members("Smith2018ArticularContactForce")) {
    read_force(reader, element, [&] { read_contact(reader, element, names); });
  }
}

}  // namespace condyle::opensim
