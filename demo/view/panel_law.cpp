#include <imgui.h>

#include <algorithm>

#include "condyle/model/scene_words.h"
#include "view/law_defaults.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

// For laws on patches; laws on triangles use stiffness per square metre.
constexpr NumberRange k_stiffness{1, 1e14, 1, "%.3g N/m^n", true};
constexpr NumberRange k_stiffness_per_area{1e2, 1e18, 1, "%.3g N/m^n", true};
constexpr NumberRange k_exponent{1, 3, 1, "%.2f"};

struct LawEdit {
  bool changed = false;
  bool rescales = false;  ///< the stiffness has changed its meaning
};

LawEdit normal_rows(NormalLaw& law, double& dissipation, bool has_rates) {
  if (law.kind == NormalLawKind::user) return {};  // a user's law has its own parameters
  const bool is_volume = law.kind == NormalLawKind::volume;
  const bool is_impact = law.kind == NormalLawKind::impact;
  const bool is_poisson = law.kind == NormalLawKind::poisson;
  const bool has_radius = law.kind == NormalLawKind::hertz && law.radius > 0;
  bool changed = false, rescales = false;
  if (has_radius) {
    changed |= number_row("radius", law.radius, {1e-4, 1, 1e-3, "%.3g mm", true},
                          "relative: 1/R = 1/R_a + 1/R_b");
  } else if (!is_volume) {
    changed |= number_row("stiffness", law.stiffness,
                          acts_on_patches(law) ? k_stiffness : k_stiffness_per_area,
                          "force per depth^n; on triangles for each square metre");
  }
  if (is_volume || is_impact || law.kind == NormalLawKind::hunt_crossley)
    rescales |= number_row("exponent n", law.exponent, k_exponent,
                           "the stiffness follows, so that the present force stays");
  if (has_rates && (is_volume || is_impact))
    changed |= number_row("damping", law.damping,
                          {0, is_volume ? 1e9 : 1e6, 1, is_volume ? "%.3g N s/m3" : "%.3g N s/m"});
  if (has_rates && is_impact)
    changed |= number_row("damped from", law.full_damping_depth,
                          {1e-6, 1e-2, 1e-3, "%.3g mm", true}, "depth at which damping is whole");
  if (has_rates && is_poisson) {
    changed |= number_row("restitution", law.restitution, {0, 1, 1, "%.2f"});
    changed |= number_row("transition", law.transition_speed, {1e-5, 1, 1e-3, "%.3g mm/s", true},
                          "speed at which the restitution is whole");
  }
  if (has_rates && !is_volume && !is_impact && !is_poisson)
    changed |= number_row("damping c", dissipation, {0, 10, 1, "%.3g s/m"},
                          "Hunt-Crossley: F (1 + 3/2 c d')");
  if (is_volume) return {changed || rescales, false};
  int acting = static_cast<int>(law.acting);
  if (combo_row("acts on", acting, scene_words::actings, "each patch, once, or each triangle")) {
    law.acting = static_cast<Acting>(acting);
    rescales = true;
  }
  return {changed || rescales, rescales};
}

bool foundation_rows(ContactSettings& settings, bool has_rates) {
  bool changed = false;
  bool two_layers = !settings.lumped;
  if (choice_row("layers", two_layers, "lumped", "in series",
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
  int word = law_word(settings);
  bool changed = combo_row("law", word, scene_words::laws,
                           "linear: pressure K d/h; nonlinear: -K ln(1 - d/h); or a law of force");
  if (changed) settings = with_law(*state.world, state.chosen_contact, word);
  int elements = static_cast<int>(settings.casts_from);
  if (has_rates && combo_row("rays from", elements, scene_words::casting_elements,
                             "the centres of the casting triangles, or their corners")) {
    settings.casts_from = static_cast<CastingElements>(elements);
    changed = true;
  }
  if (is_foundation(settings.normal)) return foundation_rows(settings, has_rates) || changed;
  const LawEdit edit = normal_rows(settings.normal, settings.dissipation, has_rates);
  if (edit.rescales) settings = with_present_force(*state.world, state.chosen_contact, settings);
  return edit.changed || changed;
}

bool friction_rows(ContactSettings& settings) {
  Friction& friction = settings.friction;
  int mode = static_cast<int>(friction.mode);
  bool changed = combo_row("friction", mode, scene_words::friction_modes,
                           "on: Coulomb's, regularised, so what rests creeps; stiction: it holds");
  if (changed) {
    friction.mode = static_cast<FrictionMode>(mode);
    if (friction.mode == FrictionMode::stiction && acts_on_patches(settings.normal))
      settings.normal.acting = Acting::triangles;
  }
  if (friction.mode == FrictionMode::off || friction.mode == FrictionMode::user) return changed;
  return coefficient_rows(friction) || changed;
}

}  // namespace condyle
