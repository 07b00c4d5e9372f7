#include <fmt/core.h>
#include <imgui.h>

#include <array>

#include "view/panels.h"
#include "view/setting_rows.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// A table of both layers side by side, one row per quantity.
bool layer_table(const std::array<std::string, 2>& names, std::array<Layer, 2>& layers) {
  if (!ImGui::BeginTable("layers", 3, ImGuiTableFlags_SizingStretchProp)) return false;
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 0.14f);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 0.43f);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 0.43f);
  row("", "layer");
  faint_text(names[0]);
  ImGui::TableNextColumn();
  faint_text(names[1]);
  bool changed = false;
  for (const scene::SettingDescription<Layer>& setting : scene::layer_settings()) {
    const std::string label = setting_label(setting.name, setting.symbol);
    row(label, scene::first_sentence(setting.meaning));
    for (std::size_t side = 0; side < layers.size(); ++side) {
      if (side > 0) ImGui::TableNextColumn();
      changed |= number_field(label + std::to_string(side),
                              layers[side].*std::get<double Layer::*>(setting.member),
                              slider_of(setting.quantity, setting.usual_low, setting.usual_high));
    }
  }
  ImGui::EndTable();
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

bool load_row(const ShownWorld& world, double& factor) {
  return !world.scene().loads.empty() &&
         number_row("load", factor, {0, 3, 1, "%.2f x"}, "multiplies the scene's loads");
}

// Rows for the chosen contact. Returns whether something changed.
bool contact_rows_of(const ViewerState& state, Parameters::Contact& edited) {
  const ShownWorld& world = *state.world;
  const WorldContact& contact = world.contacts()[state.chosen_contact];
  const auto name = [&](MeshIndex side, const char* role) {
    return fmt::format("{}, {}", world.bodies()[side.body].name, role);
  };
  const bool changed =
      layer_table({name(contact.casting, "casts"), name(contact.target, "target")}, edited.layers);
  return law_rows(state, edited.settings) || changed;
}

bool edit(ViewerState& state, Parameters& parameters) {
  bool changed = false;
  if (begin_rows("parameters")) {
    changed = load_row(*state.world, parameters.load_factor);
    contact_chooser(state);
    end_rows();
  }
  if (parameters.contacts.empty()) return changed;
  return contact_rows_of(state, parameters.contacts[state.chosen_contact]) || changed;
}

bool small_button(const char* label, const char* hint, bool enabled) {
  ImGui::BeginDisabled(!enabled);
  const bool pressed = ImGui::SmallButton(label);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", hint);
  return pressed;
}

}  // namespace

bool parameter_group(ViewerState& state, Parameters& edited) {
  if (!section(state, "Material and law")) return false;
  bool changed = edit(state, edited);
  if (small_button("Defaults", "all layers, laws, strands and loads as the scene has them", true)) {
    take_defaults(state.defaults, edited);
    changed = true;
  }
  ImGui::SameLine();
  state.requests.undo |= small_button("Undo", "Ctrl+Z", state.undo.can_undo());
  ImGui::SameLine();
  state.requests.redo |= small_button("Redo", "Ctrl+Y", state.undo.can_redo());
  return changed;
}

}  // namespace condyle
