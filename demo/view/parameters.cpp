#include "view/parameters.h"

#include <utility>

namespace condyle {
namespace {

/// Applies only the differences between `wanted` and `before`: a mesh may be in several contacts,
/// of which the user edited only one.
void apply(const Parameters::Contact& wanted, const Parameters::Contact& before, int index,
           ShownWorld& world) {
  // Looked up again each time, because set_layer may change the world's lists.
  const auto now = [&]() -> const WorldContact& { return world.contacts()[index]; };
  if (wanted.layers[0] != before.layers[0] && wanted.layers[0] != now().casting_layer)
    world.set_layer(now().casting, wanted.layers[0]);
  if (wanted.layers[1] != before.layers[1] && wanted.layers[1] != now().target_layer)
    world.set_layer(now().target, wanted.layers[1]);
  if (wanted.settings != before.settings && wanted.settings != now().settings)
    world.set_contact_settings(index, wanted.settings);
}

void apply(const Parameters::Strand& wanted, int index, ShownWorld& world) {
  const WorldStrand& now = world.strands()[index];
  if (now.strand != wanted.strand) world.set_strand(index, wanted.strand);
  const int mended = now.mended;
  for (int k = mended; k < wanted.mended; ++k) world.mend_strand(index);
  for (int k = mended; k > wanted.mended; --k) world.tear_strand(index);
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
  for (const Drive& drive : world.drives()) parameters.drives.push_back(drive.by_hand);
  for (const WorldBody& body : world.bodies()) parameters.held.push_back(body.is_held);
  return parameters;
}

void apply(const Parameters& wanted, ShownWorld& world) {
  const Parameters before = parameters_of(world);
  for (std::size_t k = 0; k < wanted.contacts.size(); ++k)
    apply(wanted.contacts[k], before.contacts[k], static_cast<int>(k), world);
  for (std::size_t k = 0; k < wanted.strands.size(); ++k) {
    apply(wanted.strands[k], static_cast<int>(k), world);
  }
  if (world.load_factor() != wanted.load_factor) world.set_load_factor(wanted.load_factor);
  for (std::size_t i = 0; i < wanted.drives.size(); ++i)
    if (wanted.drives[i] != before.drives[i])
      world.set_drive(static_cast<int>(i), wanted.drives[i]);
  for (std::size_t i = 0; i < wanted.held.size(); ++i)
    if (wanted.held[i] != before.held[i]) world.set_held(static_cast<int>(i), wanted.held[i]);
}

void take_defaults(const Parameters& defaults, Parameters& edited) {
  Parameters wanted = defaults;
  for (std::size_t i = 0; i < wanted.strands.size(); ++i)
    wanted.strands[i].mended = edited.strands[i].mended;
  edited = std::move(wanted);
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
