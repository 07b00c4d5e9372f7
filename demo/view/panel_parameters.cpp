#include <fmt/core.h>
#include <imgui.h>

#include "condyle/error.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

bool layer_rows(const std::string& side, Layer& layer) {
  bool changed = false;
  end_rows();
  ImGui::TextDisabled("%s", side.c_str());
  begin_rows(side.c_str());
  ImGui::PushID(side.c_str());
  changed |= number_row("   E", layer.elastic_modulus, {1e4, 3e11, 1e6, "%.4g MPa", true},
                        "Young's modulus. Ctrl+click types a value.");
  changed |= number_row("   \xce\xbd", layer.poissons_ratio, {0, 0.499, 1, "%.3f"},
                        "Poisson's ratio, below 0.5");
  changed |= number_row("   h", layer.thickness, {1e-4, 0.05, 1e-3, "%.3g mm", true},
                        "thickness of the layer");
  ImGui::PopID();
  return changed;
}

bool law_rows(ContactSettings& settings) {
  bool changed = false;
  bool nonlinear = settings.formulation == Formulation::nonlinear;
  if (choice_row("law", nonlinear, "linear", "logarithmic", "pressure K d/h, or -K ln(1 - d/h)")) {
    settings.formulation = nonlinear ? Formulation::nonlinear : Formulation::linear;
    changed = true;
  }
  bool two_layers = !settings.lumped;
  if (choice_row("layers", two_layers, "lumped", "in series",
                 "one averaged layer, or both layers under the same pressure")) {
    settings.lumped = !two_layers;
    changed = true;
  }
  return changed;
}

bool loss_rows(ContactSettings& settings) {
  Friction& friction = settings.friction;
  bool changed = number_row("damping c", settings.dissipation, {0, 10, 1, "%.3g s/m"},
                            "Hunt-Crossley: p (1 + 3/2 c d')");
  if (number_row("\xce\xbc static", friction.static_coefficient, {0, 1.5, 1, "%.3f"})) {
    friction.dynamic_coefficient =
        std::min(friction.dynamic_coefficient, friction.static_coefficient);
    changed = true;
  }
  if (number_row("\xce\xbc dynamic", friction.dynamic_coefficient, {0, 1.5, 1, "%.3f"})) {
    friction.static_coefficient =
        std::max(friction.dynamic_coefficient, friction.static_coefficient);
    changed = true;
  }
  return changed;
}

void contact_chooser(ViewerState& state) {
  if (state.world->contacts().size() < 2) return;
  row("contact");
  const auto contacts = state.world->contacts();
  if (!ImGui::BeginCombo("##contact", contacts[state.chosen_contact].name.c_str())) return;
  for (int k = 0; k < static_cast<int>(contacts.size()); ++k) {
    if (ImGui::Selectable(contacts[k].name.c_str(), k == state.chosen_contact)) {
      state.chosen_contact = k;
    }
  }
  ImGui::EndCombo();
}

std::string side_name(const SceneWorld& world, MeshIndex index, const char* role) {
  return fmt::format("{} ({})", world.bodies()[index.body].name, role);
}

bool parameter_rows(ViewerState& state, Parameters& parameters) {
  bool changed = false;
  if (!state.world->scene().loads.empty()) {
    changed |= number_row("load", parameters.load_factor, {0, 3, 1, "%.2f x"},
                          "multiplies the scene's loads");
  }
  if (parameters.contacts.empty()) return changed;
  contact_chooser(state);
  const WorldContact& contact = state.world->contacts()[state.chosen_contact];
  Parameters::Contact& edited = parameters.contacts[state.chosen_contact];
  changed |= law_rows(edited.settings);
  changed |= layer_rows(side_name(*state.world, contact.casting, "casts"), edited.layers[0]);
  changed |= layer_rows(side_name(*state.world, contact.target, "target"), edited.layers[1]);
  changed |= loss_rows(edited.settings);
  return changed;
}

}  // namespace

void parameter_group(ViewerState& state) {
  heading("Material and law");
  const Parameters before = parameters_of(*state.world);
  Parameters edited = before;
  bool changed = false;
  if (begin_rows("parameters")) {
    changed = parameter_rows(state, edited);
    end_rows();
  }
  if (changed) try {
      apply(edited, *state.world);
    } catch (const InputError& error) {
      say(state, error.what());
      changed = false;
    }
  state.undo.track(before, changed, ImGui::IsAnyItemActive());
  ImGui::BeginDisabled(!state.undo.can_undo());
  if (ImGui::SmallButton("Undo (Ctrl+Z)")) state.undo.undo(*state.world);
  ImGui::EndDisabled();
  ImGui::SameLine();
  ImGui::BeginDisabled(!state.undo.can_redo());
  if (ImGui::SmallButton("Redo (Ctrl+Y)")) state.undo.redo(*state.world);
  ImGui::EndDisabled();
}

}  // namespace condyle
