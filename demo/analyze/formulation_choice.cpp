#include "analyze/formulation_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"

namespace condyle {
namespace {

void require_known(const opensim::OsimModel& model, const std::string& mesh) {
  std::vector<std::string> names;
  for (const opensim::OsimContactMesh& known : model.contact_meshes) names.push_back(known.name);
  if (std::ranges::count(names, mesh) == 0)
    throw InputError(fmt::format("rigid mesh {}: the model has no contact mesh of this name{}",
                                 mesh, scene::suggestion_and_names(mesh, names)));
}

}  // namespace

void take_formulation(opensim::OsimModel& model, const FormulationChoice& choice) {
  const bool is_elastic = choice.formulation == Formulation::elastic_layer;
  if (!is_elastic && (choice.node_spacing > 0 || !choice.rigid.empty()))
    throw InputError("a node spacing and rigid meshes need the formulation elastic_layer");
  if (!choice.formulation) return;
  for (const std::string& mesh : choice.rigid) require_known(model, mesh);
  const auto is_rigid = [&](int mesh) {
    const std::string& name = model.contact_meshes[mesh].name;
    return std::ranges::count(choice.rigid, name) > 0;
  };
  const auto choose = [&](Layer& layer, int mesh) {
    if (is_rigid(mesh))
      layer = rigid_layer();
    else if (is_elastic)
      layer.use = LayerUse::elastic;
  };
  for (int m = 0; m < static_cast<int>(model.contact_meshes.size()); ++m) {
    opensim::OsimContactMesh& mesh = model.contact_meshes[m];
    choose(mesh.layer, m);
    if (is_rigid(m)) mesh.variable_thickness = false;
  }
  for (opensim::OsimContact& contact : model.contacts) {
    contact.settings.formulation = *choice.formulation;
    contact.settings.node_spacing = choice.node_spacing;
    if (contact.casting_layer) choose(*contact.casting_layer, contact.casting);
    if (contact.target_layer) choose(*contact.target_layer, contact.target);
  }
}

}  // namespace condyle
