#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/scene/src/scene_words.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "view/law_defaults.h"
#include "view/panels.h"
#include "view/setting_rows.h"
#include "view/widgets.h"

namespace condyle {
namespace {

bool law_row(const ViewerState& state, ContactSettings& settings) {
  int law = place_of_law(settings);
  const bool changed = combo_row("law", law, scene::words::laws,
                                 "linear: pressure K d/h; nonlinear: -K ln(1 - d/h); "
                                 "elastic_layer: elastic bodies; or a law of force");
  if (changed) settings = with_law(*state.world, state.chosen_contact, law_at(law));
  return changed;
}

/// The stiffness follows what changes its unit, so that the present force stays.
bool normal_rows(const ViewerState& state, ContactSettings& settings, const RowChoice& choice) {
  const auto* changed =
      setting_rows(scene::law_settings(settings.normal.kind), settings.normal, choice);
  if (changed == nullptr) return false;
  const std::string name = changed->name;
  if ((name == "exponent" || name == "acting") && !is_of_layers(settings.normal))
    settings = with_present_force(*state.world, state.chosen_contact, settings);
  return true;
}

/// Moves the other of two values that must be in order.
void keep_order(Friction& friction, const double& changed) {
  for (const FrictionParameter& parameter : describe(friction.mode).parameters) {
    if (parameter.above == nullptr) continue;
    double &value = friction.*parameter.value, &least = friction.*parameter.above;
    if (&value == &changed) least = std::min(least, value);
    if (&least == &changed) value = std::max(least, value);
  }
}

bool friction_rows(ContactSettings& settings, const RowChoice& choice) {
  Friction& friction = settings.friction;
  const auto* changed = setting_rows(scene::friction_settings(), friction, choice);
  if (changed == nullptr) return false;
  if (const auto* number = std::get_if<double Friction::*>(&changed->member))
    keep_order(friction, friction.**number);
  if (friction.mode == FrictionMode::stiction && acts_on_patches(settings.normal))
    settings.normal.acting = Acting::triangles;
  return true;
}

bool rows(const ViewerState& state, ContactSettings& settings, const RowChoice& choice) {
  bool changed = setting_rows(scene::contact_settings(), settings, choice) != nullptr;
  changed |= normal_rows(state, settings, choice);
  return friction_rows(settings, choice) || changed;
}

}  // namespace

bool law_rows(const ViewerState& state, ContactSettings& settings) {
  const bool is_live = state.live != nullptr;  // a replay has no velocities
  bool changed = false;
  if (begin_rows("law")) {
    changed = law_row(state, settings);
    changed |= rows(state, settings, {is_live, true});
    end_rows();
  }
  if (!ImGui::TreeNode("more settings")) return changed;
  if (begin_rows("more")) {
    changed |= rows(state, settings, {is_live, false});
    end_rows();
  }
  ImGui::TreePop();
  return changed;
}

}  // namespace condyle
