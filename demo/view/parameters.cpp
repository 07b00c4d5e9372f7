#include "view/parameters.h"

namespace condyle {
namespace {

bool same(const Layer& a, const Layer& b) {
  return a.elastic_modulus == b.elastic_modulus && a.poissons_ratio == b.poissons_ratio &&
         a.thickness == b.thickness;
}

bool same(const Friction& a, const Friction& b) {
  return a.static_coefficient == b.static_coefficient &&
         a.dynamic_coefficient == b.dynamic_coefficient && a.stiction_speed == b.stiction_speed &&
         a.friction_speed == b.friction_speed && a.mode == b.mode &&
         a.stick_stiffness == b.stick_stiffness;
}

bool same(const ContactSettings& a, const ContactSettings& b) {
  return a.min_proximity == b.min_proximity && a.max_proximity == b.max_proximity &&
         a.formulation == b.formulation && a.lumped == b.lumped && a.two_sided == b.two_sided &&
         a.dissipation == b.dissipation && same(a.friction, b.friction) && a.normal == b.normal;
}

bool same(const LigamentStrand& a, const LigamentStrand& b) {
  return a.linear_stiffness == b.linear_stiffness && a.slack_length == b.slack_length &&
         a.transition_strain == b.transition_strain &&
         a.damping_coefficient == b.damping_coefficient && a.failure_strain == b.failure_strain &&
         a.softening_strain == b.softening_strain;
}

void apply(const Parameters::Strand& wanted, int index, ShownWorld& world) {
  const WorldStrand& now = world.strands()[index];
  if (!same(now.strand, wanted.strand)) world.set_strand(index, wanted.strand);
  if (wanted.mended > now.mended) world.mend_strand(index);
  if (wanted.mended < now.mended) world.tear_strand(index);
  if (now.is_cut == wanted.is_cut) return;
  if (wanted.is_cut) {
    world.cut_strand(index);
  } else {
    world.restore_strand(index);
  }
}

}  // namespace

Parameters parameters_of(const ShownWorld& world) {
  Parameters parameters;
  for (const WorldContact& contact : world.contacts()) {
    parameters.contacts.push_back(
        {contact.settings, {contact.casting_layer, contact.target_layer}});
  }
  for (const WorldStrand& strand : world.strands()) {
    parameters.strands.push_back({strand.strand, strand.is_cut, strand.mended});
  }
  parameters.load_factor = world.load_factor();
  return parameters;
}

void apply(const Parameters& wanted, ShownWorld& world) {
  for (std::size_t k = 0; k < wanted.contacts.size(); ++k) {
    const Parameters::Contact& contact = wanted.contacts[k];
    // Looked up anew for each: set_layer may change what the world holds.
    const auto now = [&]() -> const WorldContact& { return world.contacts()[k]; };
    if (!same(now().casting_layer, contact.layers[0])) {
      world.set_layer(now().casting, contact.layers[0]);
    }
    if (!same(now().target_layer, contact.layers[1])) {
      world.set_layer(now().target, contact.layers[1]);
    }
    if (!same(now().settings, contact.settings)) {
      world.set_contact_settings(static_cast<int>(k), contact.settings);
    }
  }
  for (std::size_t k = 0; k < wanted.strands.size(); ++k) {
    apply(wanted.strands[k], static_cast<int>(k), world);
  }
  if (world.load_factor() != wanted.load_factor) world.set_load_factor(wanted.load_factor);
}

void UndoHistory::track(const Parameters& before, bool changed, bool editing) {
  if (changed && !pending_) {
    undo_.push_back(before);
    redo_.clear();
  }
  pending_ = (pending_ || changed) && editing;
}

void UndoHistory::move(std::vector<Parameters>& from, std::vector<Parameters>& to,
                       ShownWorld& world) {
  if (from.empty()) return;
  to.push_back(parameters_of(world));
  const Parameters wanted = from.back();
  from.pop_back();
  apply(wanted, world);
}

}  // namespace condyle
