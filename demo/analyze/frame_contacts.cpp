#include "analyze/frame_contacts.h"

#include "analyze/result_columns.h"

namespace condyle {

FrameContacts::FrameContacts(const opensim::OsimModel& model,
                             std::span<const opensim::OsimSurfaces> surfaces, bool flips_meshes)
    : model_(&model), ranges_(model.contacts.size()) {
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const ContactSettings& settings = model.contacts[i].settings;
    const auto& [casting, target] = surfaces[i];
    pairs_.push_back(std::make_unique<ContactPair>(casting, target, settings));
    if (flips_meshes) flipped_.push_back(std::make_unique<ContactPair>(target, casting, settings));
  }
}

std::vector<std::string> FrameContacts::labels() const {
  std::vector<std::string> all;
  for (const opensim::OsimContact& contact : model_->contacts) {
    for (const char* side : {"casting", "target"}) {
      if (side == std::string("target") && flipped_.empty()) continue;
      const std::vector<std::string> labels = contact_labels(contact.name, side);
      all.insert(all.end(), labels.begin(), labels.end());
    }
  }
  return all;
}

void FrameContacts::evaluate(const opensim::OsimBodies& bodies) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const opensim::OsimContact& contact = model_->contacts[i];
    const Pose X_CT = contact_pose(*model_, contact, bodies);
    const std::string_view casting = model_->contact_meshes[contact.casting].name,
                           target = model_->contact_meshes[contact.target].name;
    pairs_[i]->evaluate(X_CT);
    observe(i, *pairs_[i], {casting, target});
    if (flipped_.empty()) continue;
    flipped_[i]->evaluate(X_CT.inverse());
    observe(i, *flipped_[i], {target, casting});
  }
}

/// Frames count each for itself, so that the result does not depend on who evaluates them.
void FrameContacts::observe(std::size_t contact, const ContactPair& pair,
                            const WatchedMeshes& meshes) {
  RangeWatch one;
  one.observe(pair, meshes);
  ranges_[contact].add(one);
}

void FrameContacts::evaluate(const opensim::OsimBodies& bodies, std::vector<double>& row) {
  evaluate(bodies);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    append_contact(pairs_[i]->result(), row);
    if (!flipped_.empty()) append_contact(flipped_[i]->result(), row);
  }
}

void FrameContacts::forget_faults() {
  for (RangeWatch& range : ranges_) range = {};
}

const SideMap& FrameContacts::target_map(int contact) const {
  return flipped_.empty() ? pairs_[contact]->target_map() : flipped_[contact]->casting_map();
}

void FrameContacts::replace(int contact, const opensim::OsimSurfaces& surfaces,
                            const ContactSettings& settings) {
  pairs_[contact] = std::make_unique<ContactPair>(surfaces.casting, surfaces.target, settings);
  if (flipped_.empty()) return;
  flipped_[contact] = std::make_unique<ContactPair>(surfaces.target, surfaces.casting, settings);
}

}  // namespace condyle
