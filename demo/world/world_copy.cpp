#include "world/world_copy.h"

#include <fmt/format.h>

#include <cmath>

#include "condyle/error.h"
#include "world/present_contact.h"

namespace condyle {

void WorldCopy::take(const SceneWorld& world, double strand_step) {
  scene_ = &world.scene();
  time_ = world.time();
  load_factor_ = world.load_factor();
  is_settling_ = world.is_settling();
  bodies_.assign(world.bodies().begin(), world.bodies().end());
  take_contacts(world);
  take_strands(world, strand_step);
  drives_.assign(world.drives().begin(), world.drives().end());
  readings_.assign(world.readings().begin(), world.readings().end());
  closed_form_.assign(world.closed_form().begin(), world.closed_form().end());
  watched_.assign(world.watched().begin(), world.watched().end());
  closed_form_text_ = world.closed_form_text();
}

void WorldCopy::take_contacts(const SceneWorld& world) {
  const std::span<const WorldContact> contacts = world.contacts();
  contacts_.assign(contacts.begin(), contacts.end());
  pairs_.resize(contacts.size());
  worn_depths_.resize(contacts.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    worn_depths_[i].clear();
    if (contacts[i].settings.wear_coefficient > 0)
      worn_depths_[i] = world.worn_depth(static_cast<int>(i));
    contacts_[i].report.reset();
    if (!contacts[i].report) continue;
    const ContactPair& pair = contacts[i].report->pair();
    if (!pairs_[i] || !pairs_[i]->show(pair))
      pairs_[i] = std::make_unique<ContactPair>(pair.shown());
    contacts_[i].report.emplace(*pairs_[i], contacts[i].report->X_WC);
  }
}

void WorldCopy::take_strands(const SceneWorld& world, double strand_step) {
  const std::span<const WorldStrand> strands = world.strands();
  strands_.assign(strands.begin(), strands.end());
  strand_reports_.resize(strands.size());
  polylines_.resize(strands.size());
  strand_lengths_.resize(strands.size());
  for (std::size_t i = 0; i < strands.size(); ++i) {
    const int strand = static_cast<int>(i);
    polylines_[i] = world.strand_polyline(strand, strand_step);
    strand_lengths_[i] = world.strand_length(strand);
    if (strands[i].report == nullptr) continue;
    strand_reports_[i] = *strands[i].report;
    strands_[i].report = &strand_reports_[i];
  }
}

void WorldCopy::take_parameters(const WorldCopy& other) {
  load_factor_ = other.load_factor_;
  for (std::size_t i = 0; i < drives_.size(); ++i) drives_[i].by_hand = other.drives_[i].by_hand;
  for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].is_held = other.bodies_[i].is_held;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    contacts_[i].settings = other.contacts_[i].settings;
    contacts_[i].casting_layer = other.contacts_[i].casting_layer;
    contacts_[i].target_layer = other.contacts_[i].target_layer;
  }
  for (std::size_t i = 0; i < strands_.size(); ++i) {
    strands_[i].strand = other.strands_[i].strand;
    strands_[i].is_cut = other.strands_[i].is_cut;
    strands_[i].mended = other.strands_[i].mended;
  }
}

std::vector<Eigen::Vector3d> WorldCopy::strand_polyline(int strand, double) const {
  return polylines_.at(static_cast<std::size_t>(strand));
}

/// A surface that deforms is that of the report, since the mesh has it as it was at first.
ContactStatistics WorldCopy::contact_at_rest(int contact, const ContactSettings& settings) const {
  const WorldContact& entry = contacts_.at(static_cast<std::size_t>(contact));
  const auto side = [&](MeshIndex at) {
    const WorldMesh& of = mesh(at);
    return PlacedSurface{of.surface, bodies_[at.body].X_WB * of.X_BM, {}};
  };
  PlacedSurface casting = side(entry.casting), target = side(entry.target);
  const std::shared_ptr<const void> nobody;
  const auto take = [&](PlacedSurface& placed, const ContactSurface& surface, const Pose& X_WM) {
    if (surface.is_deformable()) placed = {{nobody, &surface}, X_WM, {}};
  };
  if (entry.report) {
    const ContactPair& pair = entry.report->pair();
    take(casting, pair.casting(), entry.report->X_WC);
    take(target, pair.target(), entry.report->X_WC * pair.pose());
  }
  return condyle::contact_at_rest(casting, target, settings);
}

void WorldCopy::set_contact_settings(int contact, const ContactSettings& settings) {
  const WorldContact& chosen = contacts_.at(static_cast<std::size_t>(contact));
  require_valid(settings, fmt::format("contact '{}'", chosen.name));
  for (WorldContact& entry : contacts_)
    if (are_between_same(entry, chosen)) entry.settings = settings;
}

void WorldCopy::set_layer(MeshIndex index, const Layer& layer) {
  require_valid(layer, mesh(index).name);
  for (WorldContact& contact : contacts_) {
    if (contact.casting == index) contact.casting_layer = layer;
    if (contact.target == index) contact.target_layer = layer;
  }
}

void WorldCopy::set_strand(int strand, const ligament::Strand& parameters) {
  WorldStrand& entry = strands_.at(static_cast<std::size_t>(strand));
  require_valid(parameters, fmt::format("ligament '{}'", entry.name));
  entry.strand = parameters;
}

void WorldCopy::mend_strand(int strand) {
  restore_strand(strand);
  ++strands_[strand].mended;
}

void WorldCopy::set_load_factor(double factor) {
  if (!std::isfinite(factor)) throw InputError("the load factor must be a finite number");
  load_factor_ = factor;
}

}  // namespace condyle
