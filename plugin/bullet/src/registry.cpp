#include "plugin/bullet/src/registry.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "condyle/error.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {

namespace {

/// Bullet's number of a rigid body, which is private. An explicit instantiation may name private
/// members.
int number_of(const btRigidBody& body);
template <int btRigidBody::*number>
struct BodyNumber {
  friend int number_of(const btRigidBody& body) { return body.*number; }
};
template struct BodyNumber<&btRigidBody::m_debugBodyId>;

thread_local std::int64_t lookups = 0;

/// A mark for a soft body, which has no number but a list of objects that it must not touch: an
/// entry that is no object's address distinguishes it from a later body at the same address.
const btCollisionObject* next_mark() {
  static std::atomic<std::uintptr_t> count = 0;
  // Odd, while addresses of objects are even.
  return reinterpret_cast<const btCollisionObject*>(2 * count++ + 1);
}

void put_mark(WorldBodyKey& key) {
  btSoftBody* soft = btSoftBody::upcast(key.object);
  if (soft == nullptr) return;
  key.mark = next_mark();
  soft->m_collisionDisabledObjects.push_back(key.mark);
}

/// Removes the mark of a soft body. Precondition: the body exists.
void take_mark(const WorldBodyKey& key) {
  if (btSoftBody* soft = btSoftBody::upcast(key.object))
    soft->m_collisionDisabledObjects.remove(key.mark);
}

/// Whether a soft body has the mark of its key; always true before it is registered.
bool has_mark(const WorldBodyKey& key) {
  if (key.mark == nullptr) return true;
  const btSoftBody* soft = btSoftBody::upcast(key.object);
  if (soft == nullptr) return false;
  const auto& untouched = soft->m_collisionDisabledObjects;
  return untouched.findLinearSearch(key.mark) < untouched.size();
}

/// Whether a body is still in the world. Only compares addresses until it finds the body, since a
/// removed body may have been deleted.
bool is_present(WorldBodyKey& key, const btCollisionObjectArray& objects) {
  ++lookups;
  const auto is_at = [&](int place) {
    return place >= 0 && place < objects.size() && objects[place] == key.object;
  };
  if (!is_at(key.place)) key.place = objects.findLinearSearch(key.object);
  if (!is_at(key.place) || key.object->getBroadphaseHandle() == nullptr) return false;
  const btRigidBody* body = btRigidBody::upcast(key.object);
  return body != nullptr ? number_of(*body) == key.body_number
                         : key.body_number < 0 && has_mark(key);
}

WorldBodyKey found_key(btCollisionObject& object, btRigidBody& body, const btCollisionWorld& world,
                       const std::string& problem) {
  WorldBodyKey key{&object, &body};
  key.place = object.getWorldArrayIndex();
  if (object.getBroadphaseHandle() != nullptr)
    key.registered_number = object.getBroadphaseHandle()->getUid();
  if (const btRigidBody* rigid = btRigidBody::upcast(&object)) key.body_number = number_of(*rigid);
  if (!is_present(key, world.getCollisionObjectArray())) throw InputError(problem);
  return key;
}

}  // namespace

std::int64_t body_lookups() { return lookups; }

WorldBodyKey key_of(btRigidBody& body, const btCollisionWorld& world, const std::string& what) {
  return found_key(
      body, body, world,
      fmt::format("{}: its body is not in the plugin's world; call addRigidBody first", what));
}

WorldBodyKey key_of(btSoftBody& soft, btRigidBody& proxy, const btCollisionWorld& world,
                    const std::string& what) {
  return found_key(
      soft, proxy, world,
      fmt::format("{}: its soft body is not in the plugin's world; call addSoftBody first", what));
}

std::vector<Pose> poses_of(const StrandState& strand) {
  std::vector<Pose> poses;
  for (const WorldBodyKey& key : strand.bodies)
    poses.push_back(to_pose(key.body->getWorldTransform()));
  return poses;
}

void read_bodies(StrandState& strand) {
  strand.X_WB.clear();
  strand.V_WB_W.clear();
  for (const WorldBodyKey& key : strand.bodies) {
    strand.X_WB.push_back(to_pose(key.body->getWorldTransform()));
    strand.V_WB_W.push_back(
        {to_eigen(key.body->getAngularVelocity()), to_eigen(key.body->getLinearVelocity())});
  }
}

ColliderId Registry::add_collider(Collider collider) {
  for (const int id : std::vector(by_object_[collider.key.object]))
    if (colliders.at(id).key.registered_number != collider.key.registered_number)
      remove_collider(id);
  std::vector<int>& on_object = by_object_[collider.key.object];
  for (const int id : on_object) {
    const Collider& other = colliders.at(id);
    const bool whole = other.compound_child < 0 || collider.compound_child < 0;
    if (whole || other.compound_child == collider.compound_child)
      throw InputError(
          fmt::format("{}: this body{} is registered already as '{}'; remove that collider first",
                      collider.name, whole ? "" : "'s compound child", other.name));
  }
  collider.id.value = next_collider_++;
  on_object.push_back(collider.id.value);
  put_mark(collider.key);
  collider.body_motion = &motions[collider.key.object];
  Collider& added = colliders.emplace(collider.id.value, std::move(collider)).first->second;
  listed.push_back(&added);
  if (added.deformation) deformed.push_back(&added);
  return added.id;
}

void Registry::remove_collider(int id) {
  if (const auto found = colliders.find(id); found != colliders.end()) take_mark(found->second.key);
  drop_collider(id);
}

void Registry::leave_bodies() {
  for (const auto& [id, collider] : colliders) take_mark(collider.key);
}

void Registry::drop_collider(int id) {
  const auto found = colliders.find(id);
  if (found == colliders.end()) return;
  const auto object = by_object_.find(found->second.key.object);
  std::erase(object->second, id);
  if (object->second.empty()) {
    motions.erase(object->first);
    by_object_.erase(object);
  }
  contacts.drop({id});
  std::erase(listed, &found->second);
  std::erase(moving, &found->second);
  std::erase(deformed, &found->second);
  colliders.erase(found);
}

int Registry::add_strand(StrandState strand) {
  const int id = next_strand_++;
  strand.id = strand.report.id = StrandId{id};
  strands.emplace(id, std::move(strand));
  return id;
}

void Registry::set_contact(int first, int second, PairContact contact) {
  for (const int id : {first, second})
    if (!colliders.contains(id))
      throw InputError(fmt::format("set_contact: there is no collider {}; was it removed?", id));
  contacts.set_contact(colliders.at(first), colliders.at(second), std::move(contact));
}

bool Registry::has_soft() const { return std::ranges::any_of(deformed, &Collider::is_soft); }

void Registry::set_default(const ContactSettings& settings) {
  if (has_soft()) require_fit_for_soft(settings, "Default contact");
  contacts.set_default(settings);
}

std::span<const int> Registry::colliders_of(const btCollisionObject* object) const {
  const auto found = by_object_.find(object);
  if (found == by_object_.end()) return {};
  return found->second;
}

bool Registry::has(const btCollisionObject* object, int compound_child) const {
  for (const int id : colliders_of(object))
    if (colliders.at(id).compound_child == compound_child) return true;
  return false;
}

void Registry::back_up() {
  for (Collider* collider : deformed) collider->deformation->back_up();
  contacts.back_up();
  has_left_ = false;
  for (auto& [id, strand] : strands) {
    strand.memory_before = strand.memory;
    strand.damage_before = strand.damage;
  }
  tracks_before_ = tracks;
}

void Registry::take_back() {
  for (Collider* collider : deformed) collider->deformation->take_back();
  contacts.take_back();
  if (has_left_)
    for (Collider* collider : moving) collider->left_at = collider->left_before;
  for (auto& [id, strand] : strands) {
    strand.memory = strand.memory_before;
    strand.damage = strand.damage_before;
    strand.is_reported = false;
  }
  tracks = tracks_before_;
}

bool is_present(Collider& collider, const btCollisionWorld& world) {
  return is_present(collider.key, world.getCollisionObjectArray());
}

bool is_present(StrandState& strand, const btCollisionWorld& world) {
  return std::ranges::all_of(strand.bodies, [&world](WorldBodyKey& key) {
    return is_present(key, world.getCollisionObjectArray());
  });
}

void Registry::note_left() {
  for (Collider* collider : moving) {
    collider->left_before = collider->left_at;
    collider->left_at = collider->key.body->getWorldTransform();
  }
  has_left_ = true;
}

/// A static body that was static in the last substep and has not been put elsewhere rests: its
/// motion is still true.
void Registry::find_moving() {
  moving.clear();
  for (Collider* const each : listed) {
    Collider& collider = *each;
    const btRigidBody& body = *collider.key.body;
    const bool is_static = body.isStaticObject() && !body.isKinematicObject();
    const bool stayed = collider.left_at && *collider.left_at == body.getWorldTransform();
    collider.was_put = !collider.left_at || (!stayed && !body.isKinematicObject());
    const bool rests = is_static && collider.was_static && stayed && !collider.deformation;
    collider.was_static = is_static;
    if (!rests) moving.push_back(&collider);
  }
}

bool Registry::drop_removed(const btCollisionWorld& world) {
  const std::size_t before = colliders.size() + strands.size();
  for (std::size_t i = 0; i < listed.size();) {
    if (is_present(*listed[i], world))
      ++i;
    else
      drop_collider(listed[i]->id.value);
  }
  for (auto it = strands.begin(); it != strands.end();)
    it = is_present(it->second, world) ? std::next(it) : strands.erase(it);
  return colliders.size() + strands.size() < before;
}

}  // namespace condyle::bullet
