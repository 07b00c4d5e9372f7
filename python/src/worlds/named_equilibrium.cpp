#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "condyle/contact/contact_pair.h"
#include "condyle/error.h"
#include "settings.h"
#include "worlds/equilibrium.h"

namespace condyle::python {
namespace {

template <class List>
void require_new(const List& list, const std::string& name, const char* what) {
  if (name.empty()) throw InputError(fmt::format("a {} of an equilibrium needs a name", what));
  if (std::ranges::any_of(list, [&](const auto& entry) { return entry.name == name; }))
    throw InputError(fmt::format("there is a {} '{}' already; give another name", what, name));
}

/// Throws InputError if a contact cannot act on the surfaces that `side` gives by name. A session
/// says so too, but its reports are gone by then.
template <class Side>
void require_possible_contact(const NamedContact& contact, const Side& side) {
  const auto &casting = side(contact.casting).surface, &target = side(contact.target).surface;
  ContactPair(casting, target, contact.settings, contact.regions);
  if (contact.side == CastingSide::both) ContactPair(target, casting, contact.settings);
}

}  // namespace

int NamedEquilibrium::body(const std::string& name) const { return place_of(bodies, name, "body"); }

int NamedEquilibrium::body_or_world(const std::string& name) const {
  return name.empty() ? -1 : body(name);
}

NamedSurface& NamedEquilibrium::surface(const std::string& name) {
  return surfaces[static_cast<std::size_t>(place_of(surfaces, name, "surface"))];
}

StrandId NamedEquilibrium::strand(const std::string& name) const {
  return strands[static_cast<std::size_t>(place_of(strands, name, "strand"))].id;
}

int NamedEquilibrium::load(const std::string& name) const { return place_of(loads, name, "load"); }

int NamedEquilibrium::joint(const std::string& name) const {
  return place_of(joints, name, "joint");
}

void NamedEquilibrium::require_new_strand(const std::string& name) const {
  require_new(strands, name, "strand");
}

int NamedEquilibrium::add_body(const std::string& name, const Pose& X_WB,
                               std::optional<double> radius) {
  require_new(bodies, name, "body");
  const int number = radius ? world.add_free(X_WB, *radius, name) : world.add_fixed(X_WB, name);
  bodies.push_back({name});
  return number;
}

void NamedEquilibrium::add_surface(NamedSurface surface) {
  require_new(surfaces, surface.name, "surface");
  surface.id =
      world.session().add_collider(surface.body, surface.surface, surface.X_BS, surface.name);
  surfaces.push_back(std::move(surface));
  has_changed = true;
}

void NamedEquilibrium::set_contact(NamedContact contact) {
  world.session().set_contact(surface(contact.casting).id, surface(contact.target).id,
                              contact.settings, contact.regions, contact.side);
  has_changed = true;
  std::erase_if(contacts, [&](const NamedContact& known) {
    return std::minmax(known.casting, known.target) == std::minmax(contact.casting, contact.target);
  });
  contacts.push_back(std::move(contact));
}

void NamedEquilibrium::replace_surface(NamedSurface anew) {
  NamedSurface& present = surface(anew.name);
  const auto side = [&](const std::string& name) -> const NamedSurface& {
    return name == anew.name ? anew : surface(name);
  };
  std::vector<const NamedContact*> kept;
  for (const NamedContact& contact : contacts)
    if (contact.casting == anew.name || contact.target == anew.name) kept.push_back(&contact);
  for (const NamedContact* contact : kept) require_possible_contact(*contact, side);

  anew.id = world.session().add_collider(anew.body, anew.surface, anew.X_BS, anew.name);
  for (const NamedContact* contact : kept)
    world.session().set_contact(side(contact->casting).id, side(contact->target).id,
                                contact->settings, contact->regions, contact->side);
  world.session().remove_collider(present.id);
  present = std::move(anew);
  has_changed = true;
}

void NamedEquilibrium::remove_surface(const std::string& name) {
  world.session().remove_collider(surface(name).id);
  has_changed = true;
  std::erase_if(contacts, [&](const NamedContact& contact) {
    return contact.casting == name || contact.target == name;
  });
  std::erase_if(surfaces, [&](const NamedSurface& known) { return known.name == name; });
}

void NamedEquilibrium::add_strand(const ligament::Strand& strand, const std::vector<int>& of_bodies,
                                  const ligament::StrandPath& path) {
  require_new_strand(strand.name);
  const StrandId id = world.session().add_strand(strand, of_bodies, path);
  strands.push_back({strand.name, id});
  has_changed = true;
}

void NamedEquilibrium::remove_strand(const std::string& name) {
  world.session().remove_strand(strand(name));
  std::erase_if(strands, [&](const NamedStrand& known) { return known.name == name; });
  has_changed = true;
}

void NamedEquilibrium::add_load(const std::string& name, const PointLoad& load) {
  require_new(loads, name, "load");
  world.add_load(load);
  loads.push_back({name});
}

void NamedEquilibrium::add_joint(const CoordinateJoint& joint) {
  require_new(joints, joint.name, "joint");
  world.add_joint(joint);
  joints.push_back({joint.name});
}

const std::string* NamedEquilibrium::name_of(ColliderId id) const {
  const auto found = std::ranges::find(surfaces, id, &NamedSurface::id);
  return found == surfaces.end() ? nullptr : &found->name;
}

}  // namespace condyle::python
