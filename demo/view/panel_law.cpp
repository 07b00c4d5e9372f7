#include <imgui.h>

#include <algorithm>

#include "condyle/model/scene_words.h"
#include "view/panels.h"
#include "view/widgets.h"

namespace condyle {
namespace {

constexpr NumberRange k_stiffness{1e2, 1e10, 1, "%.3g N/m^n", true};
constexpr NumberRange k_exponent{1, 3, 1, "%.2f"};

/// As in a scene's key `law`: the elastic foundation is two of its words.
int law_word(const ContactSettings& settings) {
  if (!is_foundation(settings.normal)) return static_cast<int>(settings.normal.kind) + 1;
  return settings.formulation == Formulation::nonlinear ? 1 : 0;
}

void choose_law(int word, ContactSettings& settings) {
  const bool is_foundation = word < 2;
  if (is_foundation)
    settings.formulation = word == 1 ? Formulation::nonlinear : Formulation::linear;
  const auto kind =
      is_foundation ? NormalLawKind::elastic_foundation : static_cast<NormalLawKind>(word - 1);
  if (settings.normal.kind == kind) return;
  settings.normal = {.kind = kind};
  if (!is_foundation) settings.normal.stiffness = 1e6;
  // True stiction holds on triangles; a law of patches goes with the regularised one.
  if (acts_on_patches(settings.normal) && settings.friction.mode == FrictionMode::stiction)
    settings.friction.mode = FrictionMode::on;
}

bool normal_rows(NormalLaw& law, double& dissipation, bool has_rates) {
  if (law.kind == NormalLawKind::user) return false;  // it has figures of its own
  const bool is_volume = law.kind == NormalLawKind::volume;
  const bool is_impact = law.kind == NormalLawKind::impact;
  const bool is_poisson = law.kind == NormalLawKind::poisson;
  const bool has_radius = law.kind == NormalLawKind::hertz && law.radius > 0;
  bool changed = false;
  if (has_radius) {
    changed |= number_row("radius", law.radius, {1e-4, 1, 1e-3, "%.3g mm", true},
                          "relative: 1/R = 1/R_a + 1/R_b");
  } else if (!is_volume) {
    changed |= number_row("stiffness", law.stiffness, k_stiffness,
                          "force per depth^n; on triangles for each square metre");
  }
  if (is_volume || is_impact || law.kind == NormalLawKind::hunt_crossley)
    changed |= number_row("exponent n", law.exponent, k_exponent);
  if (has_rates && (is_volume || is_impact))
    changed |= number_row("damping", law.damping,
                          {0, is_volume ? 1e9 : 1e4, 1, is_volume ? "%.3g N s/m3" : "%.3g N s/m"});
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
  if (is_volume) return changed;
  int acting = static_cast<int>(law.acting);
  if (combo_row("acts on", acting, scene_words::actings, "each patch, once, or each triangle")) {
    law.acting = static_cast<Acting>(acting);
    changed = true;
  }
  return changed;
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

bool law_rows(ContactSettings& settings, bool has_rates) {
  int word = law_word(settings);
  bool changed = combo_row("law", word, scene_words::laws,
                           "linear: pressure K d/h; nonlinear: -K ln(1 - d/h); or a law of force");
  if (changed) choose_law(word, settings);
  int elements = static_cast<int>(settings.casts_from);
  if (has_rates && combo_row("rays from", elements, scene_words::casting_elements,
                             "the centres of the casting triangles, or their corners")) {
    settings.casts_from = static_cast<CastingElements>(elements);
    changed = true;
  }
  changed |= is_foundation(settings.normal)
                 ? foundation_rows(settings, has_rates)
                 : normal_rows(settings.normal, settings.dissipation, has_rates);
  return changed;
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
