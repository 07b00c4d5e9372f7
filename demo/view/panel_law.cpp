#include <imgui.h>

#include <algorithm>
#include <string>

#include "core/scene/src/scene_words.h"
#include "core/src/contact/law_description.h"
#include "view/law_defaults.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

/// A parameter's name in words, such as "full damping depth" for full_damping_depth.
std::string words_of(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

struct LawEdit {
  bool changed = false;
  bool rescales = false;  ///< the unit of the stiffness has changed
};

/// A slider for one parameter; metres are shown as millimetres.
bool parameter_row(const LawParameter& parameter, double& value) {
  const std::string unit = parameter.unit;
  const bool is_length = unit == "m" || unit == "m/s";
  const std::string label = words_of(parameter.name);
  // The part of a unit in brackets is for messages only.
  const std::string format = "%.3g " + (is_length ? "m" + unit : unit.substr(0, unit.find(" (")));
  return number_row(
      label, value,
      {parameter.usual_low, parameter.usual_high, is_length ? 1e-3 : 1.0, format.c_str(),
       parameter.usual_low > 0 && parameter.usual_high > 100 * parameter.usual_low},
      parameter.value == &NormalLaw::exponent
          ? "of the depth; the stiffness follows, so that the present force stays"
          : parameter.meaning);
}

LawEdit normal_rows(NormalLaw& law, double& dissipation, bool has_rates) {
  const LawDescription* description = describe(law.kind);
  if (description == nullptr) return {};  // a user's law has its own parameters
  bool changed = false, rescales = false;
  for (const LawParameter& parameter : description->parameters) {
    double& value = law.*parameter.value;
    const bool is_absent = parameter.need == LawParameter::replaces_required && !(value > 0);
    if (is_absent || !counts(parameter, law) || (parameter.is_of_rate && !has_rates)) continue;
    const bool has_changed = parameter_row(parameter, value);
    (parameter.value == &NormalLaw::exponent ? rescales : changed) |= has_changed;
  }
  if (has_rates && description->takes_dissipation)
    changed |= number_row("damping c", dissipation, {0, 10, 1, "%.3g s/m"},
                          "Hunt-Crossley: F (1 + 3/2 c d')");
  if (description->is_of_layers) return {changed || rescales, false};
  if (combo_row("acts on", law.acting, "each patch, once, or each triangle")) rescales = true;
  return {changed || rescales, rescales};
}

bool foundation_rows(ContactSettings& settings, bool has_rates) {
  bool changed = false;
  bool two_layers = !settings.lumped;
  const bool are_springs = settings.formulation != Formulation::elastic_layer;
  if (are_springs && choice_row("layers", two_layers, "lumped", "in series",
                                "one averaged layer, or both layers under the same pressure")) {
    settings.lumped = !two_layers;
    changed = true;
  }
  if (has_rates)
    changed |= number_row("damping c", settings.dissipation, {0, 10, 1, "%.3g s/m"},
                          "Hunt-Crossley: p (1 + 3/2 c d')");
  return changed;
}

bool coefficient_rows(Friction& friction) {
  bool changed = false;
  const bool has_static = friction.mode != FrictionMode::dynamic_only;
  if (has_static &&
      number_row("\xce\xbc static", friction.static_coefficient, {0, 1.5, 1, "%.3f"})) {
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

}  // namespace

bool law_rows(const ViewerState& state, ContactSettings& settings) {
  const bool has_rates = state.live != nullptr;  // a replay has no velocities
  int law = place_of_law(settings);
  bool changed = combo_row("law", law, scene::words::laws,
                           "linear: pressure K d/h; nonlinear: -K ln(1 - d/h); elastic_layer: "
                           "elastic bodies; or a law of force");
  if (changed) settings = with_law(*state.world, state.chosen_contact, law_at(law));
  if (has_rates && combo_row("rays from", settings.casts_from,
                             "the centres of the casting triangles, or their corners"))
    changed = true;
  if (is_foundation(settings.normal)) return foundation_rows(settings, has_rates) || changed;
  const LawEdit edit = normal_rows(settings.normal, settings.dissipation, has_rates);
  if (edit.rescales) settings = with_present_force(*state.world, state.chosen_contact, settings);
  return edit.changed || changed;
}

bool friction_rows(ContactSettings& settings) {
  Friction& friction = settings.friction;
  const bool changed =
      combo_row("friction", friction.mode,
                "on: regularised Coulomb, so resting bodies creep; stiction: they hold");
  if (changed && friction.mode == FrictionMode::stiction && acts_on_patches(settings.normal))
    settings.normal.acting = Acting::triangles;
  if (friction.mode == FrictionMode::off || friction.mode == FrictionMode::user) return changed;
  return coefficient_rows(friction) || changed;
}

}  // namespace condyle
