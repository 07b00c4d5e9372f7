#include "condyle/bullet/registry.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <fmt/core.h>

#include <algorithm>

#include "condyle/error.h"

namespace condyle::bullet {
namespace {

bool is_present(const WorldBodyKey& key, const std::vector<const btCollisionObject*>& present) {
  // The address alone may be looked at: a body that was removed may be deleted too.
  if (!std::binary_search(present.begin(), present.end(), key.body)) return false;
  return key.body->getBroadphaseHandle()->getUid() == key.broadphase_number;
}

}  // namespace

WorldBodyKey key_of(btRigidBody& body, const std::string& what) {
  if (body.getBroadphaseHandle() == nullptr)
    throw InputError(fmt::format("{}: its body is in no world; call addRigidBody first", what));
  return {&body, body.getBroadphaseHandle()->getUid()};
}

ColliderId Registry::add_collider(Collider collider) {
  std::vector<int>& on_object = by_object_[collider.key.body];
  for (const int other : on_object)
    if (colliders.at(other).compound_child == collider.compound_child)
      throw InputError(
          fmt::format("{}: this body{} is registered already as '{}'; remove that collider first",
                      collider.name, collider.compound_child < 0 ? "" : "'s compound child",
                      colliders.at(other).name));
  collider.id.value = next_collider_++;
  on_object.push_back(collider.id.value);
  return colliders.emplace(collider.id.value, std::move(collider)).first->second.id;
}

void Registry::drop_pairs_of(int id) {
  std::erase_if(pairs, [id](const auto& entry) {
    return entry.first.first == id || entry.first.second == id;
  });
}

void Registry::remove_collider(int id) {
  const auto found = colliders.find(id);
  if (found == colliders.end()) return;
  const auto object = by_object_.find(found->second.key.body);
  std::erase(object->second, id);
  if (object->second.empty()) by_object_.erase(object);
  drop_pairs_of(id);
  std::erase_if(contacts_, [id](const auto& entry) {
    return entry.first.first == id || entry.first.second == id;
  });
  colliders.erase(found);
}

int Registry::add_strand(StrandState strand) {
  const int id = next_strand_++;
  strand.id = strand.report.id = StrandId{id};
  strands.emplace(id, std::move(strand));
  return id;
}

void Registry::set_contact(int casting, int target, const ContactSettings& settings,
                           std::vector<Region> regions) {
  for (const int id : {casting, target})
    if (!colliders.contains(id))
      throw InputError(fmt::format("set_contact: there is no collider {}; was it removed?", id));
  contacts_.erase({target, casting});
  contacts_[{casting, target}] = {settings, std::move(regions)};
  pairs.erase({target, casting});
  pairs.erase({casting, target});
}

void Registry::set_default(const ContactSettings& settings) {
  default_settings_ = settings;
  for (auto& [key, pair] : pairs)
    if (!contacts_.contains(key)) pair->pair.set_settings(settings);
}

const std::vector<int>* Registry::colliders_of(const btCollisionObject* object) const {
  const auto found = by_object_.find(object);
  return found == by_object_.end() ? nullptr : &found->second;
}

PairState& Registry::pair_of(int a, int b) {
  std::pair<int, int> key = std::minmax(a, b);
  if (contacts_.contains({key.second, key.first})) std::swap(key.first, key.second);
  std::unique_ptr<PairState>& pair = pairs[key];
  if (pair) return *pair;

  const auto contact = contacts_.find(key);
  const bool given = contact != contacts_.end();
  const Collider& casting = colliders.at(key.first);
  const Collider& target = colliders.at(key.second);
  pair = std::make_unique<PairState>(
      casting.id, target.id,
      ContactPair(casting.surface, target.surface,
                  given ? contact->second.settings : default_settings_,
                  given ? contact->second.regions : std::vector<Region>{}));
  return *pair;
}

void Registry::drop_removed(const btCollisionWorld& world) {
  if (colliders.empty() && strands.empty()) return;
  const btCollisionObjectArray& objects = world.getCollisionObjectArray();
  present_.clear();
  for (int i = 0; i < objects.size(); ++i) present_.push_back(objects[i]);
  std::sort(present_.begin(), present_.end());

  for (auto it = colliders.begin(); it != colliders.end();) {
    const Collider& collider = (it++)->second;
    if (!is_present(collider.key, present_)) remove_collider(collider.id.value);
  }
  std::erase_if(strands, [this](const auto& entry) {
    return !is_present(entry.second.a, present_) || !is_present(entry.second.b, present_);
  });
}

}  // namespace condyle::bullet
