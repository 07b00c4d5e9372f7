#include "analyze/fitted_layers.h"

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

void fit_layers(opensim::OsimModel& model, std::span<const std::string> rigid) {
  const auto is_elastic = [](const opensim::OsimContact& contact) {
    return contact.settings.formulation == Formulation::elastic_layer;
  };
  if (!std::ranges::any_of(model.contacts, is_elastic)) {
    const auto has_spacing = [](const opensim::OsimContact& contact) {
      return contact.settings.node_spacing > 0;
    };
    if (!rigid.empty() || std::ranges::any_of(model.contacts, has_spacing))
      throw InputError("a node spacing and rigid meshes need the law elastic_layer");
    return;
  }
  for (const std::string& mesh : rigid) require_known(model, mesh);
  const auto is_rigid = [&](int mesh) {
    return std::ranges::count(rigid, model.contact_meshes[mesh].name) > 0;
  };
  const auto fit = [&](Layer& layer, int mesh) {
    if (is_rigid(mesh))
      layer = rigid_layer();
    else
      layer.use = LayerUse::elastic;
  };
  for (int m = 0; m < static_cast<int>(model.contact_meshes.size()); ++m) {
    opensim::OsimContactMesh& mesh = model.contact_meshes[m];
    fit(mesh.layer, m);
    if (is_rigid(m)) mesh.variable_thickness = false;
  }
  for (opensim::OsimContact& contact : model.contacts) {
    if (contact.casting_layer) fit(*contact.casting_layer, contact.casting);
    if (contact.target_layer) fit(*contact.target_layer, contact.target);
  }
}

}  // namespace condyle
