#include "view/law_defaults.h"

#include <algorithm>
#include <cmath>

#include "core/src/contact/laws/law_description.h"

namespace condyle {
namespace {

constexpr double k_depth_in_layers = 0.02;  // depth over both thicknesses, if nothing touches
constexpr double k_damped_part = 0.5;       // depth of full damping over current depth
constexpr double k_least_damped_depth = 1e-6, k_most_damped_depth = 1e-2;  // [m]

bool has_stiffness(const NormalLaw& law) {
  const LawDescription* description = describe(law.kind);
  return description != nullptr &&
         std::ranges::any_of(description->parameters, [&](const LawParameter& parameter) {
           return parameter.value == &NormalLaw::stiffness && counts(parameter, law);
         });
}

/// The sum of weights and loads on the bodies, at least 1 N [N].
double outer_force(const ShownWorld& world) {
  double force = 0;
  for (const WorldBody& body : world.bodies()) force += body.mass * world.scene().gravity.norm();
  for (const scene::SceneLoad& load : world.scene().loads) force += load.force.norm();
  return std::max(force, 1.0);
}

double usual_depth(const WorldContact& contact) {
  return k_depth_in_layers * (contact.casting_layer.thickness + contact.target_layer.thickness);
}

/// The stiffness if nothing touches. At the usual depth, a law on patches balances the outer force,
/// and a law on triangles has the pressure of the softer layer at the strain k_depth_in_layers.
double stiffness_before_contact(const ShownWorld& world, const WorldContact& contact,
                                const NormalLaw& law) {
  const double depth_power = std::pow(usual_depth(contact), law.exponent);
  if (acts_on_patches(law)) return outer_force(world) / depth_power;
  const auto modulus = [](const Layer& layer) {
    return constrained_modulus(layer.elastic_modulus, layer.poissons_ratio);
  };
  return k_depth_in_layers *
         std::min(modulus(contact.casting_layer), modulus(contact.target_layer)) / depth_power;
}

}  // namespace

ContactSettings with_law(const ShownWorld& world, int contact, const LawChoice& law) {
  const WorldContact& present = world.contacts()[contact];
  ContactSettings settings = present.settings;
  if (law.kind == NormalLawKind::elastic_foundation) settings.formulation = law.formulation;
  if (settings.normal.kind == law.kind) return settings;
  settings.normal = {.kind = law.kind};
  // True stiction works on triangles only, so laws on patches use regularised friction.
  if (acts_on_patches(settings.normal) && settings.friction.mode == FrictionMode::stiction)
    settings.friction.mode = FrictionMode::on;
  if (law.kind == NormalLawKind::impact) {
    const ContactStatistics now = world.contact_at_rest(contact, present.settings);
    const double depth = now.max_proximity > 0 ? now.max_proximity : usual_depth(present);
    const double force = now.n_contacting > 0 ? now.contact_force.norm() : outer_force(world);
    settings.normal.full_damping_depth =
        std::clamp(k_damped_part * depth, k_least_damped_depth, k_most_damped_depth);
    settings.normal.damping = 1.5 * settings.dissipation * force;  // as for Hunt and Crossley
  }
  return with_present_force(world, contact, settings);
}

ContactSettings with_present_force(const ShownWorld& world, int contact, ContactSettings wanted) {
  if (!has_stiffness(wanted.normal)) return wanted;
  const WorldContact& present = world.contacts()[contact];
  const auto force = [&](const ContactSettings& settings) {
    return world.contact_at_rest(contact, settings).contact_force.norm();
  };
  // The force is proportional to the stiffness.
  wanted.normal.stiffness = 1;
  const double now = force(present.settings), per_stiffness = force(wanted);
  const double scaled = now / per_stiffness;
  const bool touches = now > 0 && per_stiffness > 0 && std::isfinite(scaled);
  wanted.normal.stiffness =
      touches ? scaled : stiffness_before_contact(world, present, wanted.normal);
  return wanted;
}

}  // namespace condyle
