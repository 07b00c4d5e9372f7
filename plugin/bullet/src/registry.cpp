#include "plugin/bullet/src/registry.h"

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "condyle/error.h"
#include "core/src/contact/casting_side.h"
#include "core/src/contact/law_description.h"
#include "core/src/contact/user_call.h"
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

/// The default settings, adapted to the casting collider: deformable surfaces cast only from
/// triangles.
ContactSettings fit_for(ContactSettings settings, const Collider& casting) {
  if (casting.deformation) settings.casts_from = CastingElements::triangles;
  return settings;
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

void require_fit_for_soft(const ContactSettings& settings, const std::string& what) {
  const auto refuse = [&what](const char* problem) { throw InputError(what + problem); };
  if (acts_on_patches(settings.normal))
    refuse(": a soft body takes a law that acts on triangles; set NormalLaw::acting to it");
  if (settings.normal.kind == NormalLawKind::user || settings.friction.mode == FrictionMode::user)
    refuse(": a soft body takes no law of the user's");
  if (settings.friction.mode == FrictionMode::stiction)
    refuse(": a soft body takes no stiction; use FrictionMode::on");
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
  const auto is_of_collider = [id](const auto& entry) {
    return entry.first.first == id || entry.first.second == id;
  };
  std::erase_if(pairs, is_of_collider);
  std::erase_if(contacts_, is_of_collider);
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

void Registry::set_contact(int casting, int target, Contact contact) {
  for (const int id : {casting, target})
    if (!colliders.contains(id))
      throw InputError(fmt::format("set_contact: there is no collider {}; was it removed?", id));
  const Collider &c = colliders.at(casting), &t = colliders.at(target);
  if (c.key.body == t.key.body)
    throw InputError(fmt::format("set_contact: '{}' and '{}' are on one body", c.name, t.name));
  if (c.is_soft() && t.is_soft())
    throw InputError(fmt::format(
        "set_contact: '{}' and '{}' are both soft bodies, which keep Bullet's own contact", c.name,
        t.name));
  if (c.is_soft() || t.is_soft())
    require_fit_for_soft(contact.settings,
                         fmt::format("set_contact of '{}' and '{}'", c.name, t.name));
  if (contact.side == CastingSide::automatic) {
    if (!contact.regions.empty())
      throw InputError(fmt::format(
          "set_contact: '{}' and '{}' have regions, which are of the casting mesh; say which casts",
          c.name, t.name));
    contact.side = CastingSide::first;
    if (casts_better(*t.surface, *c.surface, contact.settings)) std::swap(casting, target);
  }
  std::shared_ptr<PairState> pair = make_pair(casting, target, contact), reverse;
  if (contact.side == CastingSide::both)
    reverse = make_pair(target, casting, {contact.settings, {}, contact.side});
  contacts_.erase({target, casting});
  contacts_[{casting, target}] = std::move(contact);
  put(casting, target, std::move(pair));
  if (reverse)
    put(target, casting, std::move(reverse));
  else
    pairs.erase({target, casting});
}

bool Registry::has_soft() const { return std::ranges::any_of(deformed, &Collider::is_soft); }

void Registry::set_default(const ContactSettings& settings) {
  if (has_soft()) require_fit_for_soft(settings, "Default contact");
  std::map<std::pair<int, int>, std::shared_ptr<PairState>> anew;  // made before anything changes
  for (const auto& [key, pair] : pairs) {
    if (find_contact(key.first, key.second) != contacts_.end()) continue;
    const ContactSettings fit = fit_for(settings, colliders.at(key.first));
    const ContactSettings& present = pair->pair.settings();
    if (fit.casts_from != present.casts_from || fit.formulation != present.formulation)
      anew[key] = make_pair(key.first, key.second, {fit});
  }
  default_settings_ = settings;
  for (auto& [key, pair] : pairs) {
    if (find_contact(key.first, key.second) != contacts_.end()) continue;
    if (const auto made = anew.find(key); made != anew.end())
      put(key.first, key.second, std::move(made->second));
    else
      pair->pair.set_settings(fit_for(settings, colliders.at(key.first)));
  }
}

/// Puts a pair in place of an old one, if there is one. Touch and sliding continue through a change
/// of settings. If other elements cast than before, the sliding record starts anew, since its wear
/// is per casting element.
void Registry::put(int casting, int target, std::shared_ptr<PairState> pair) {
  std::shared_ptr<PairState>& place = pairs[{casting, target}];
  if (place) {
    pair->memory.touch = place->memory.touch;
    if (pair->pair.settings().casts_from == place->pair.settings().casts_from)
      pair->memory.sliding = std::move(place->memory.sliding);
    pair->memory.last_claim = place->memory.last_claim;
  }
  place = std::move(pair);
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

auto Registry::find_contact(int a, int b) const -> Contacts::const_iterator {
  const auto found = contacts_.find({a, b});
  return found != contacts_.end() ? found : contacts_.find({b, a});
}

const ContactSettings& Registry::settings_of(int a, int b) const {
  const auto found = find_contact(a, b);
  return found != contacts_.end() ? found->second.settings : default_settings_;
}

void Registry::append_pairs(int a, int b, std::vector<PairState*>& list) {
  if (!settings_of(a, b).applies_force) return;
  const auto found = find_contact(a, b);
  if (found != contacts_.end()) {
    const auto& [casting, target] = found->first;
    const Contact& contact = found->second;
    list.push_back(&obtain(casting, target, contact));
    if (contact.side == CastingSide::both)
      list.push_back(&obtain(target, casting, {contact.settings, {}, contact.side}));
    return;
  }
  // Two soft bodies keep Bullet's own contact.
  if (colliders.at(a).is_soft() && colliders.at(b).is_soft()) return;
  list.push_back(&obtain_by_default(a, b));
}

PairState& Registry::obtain(int casting, int target, const Contact& contact) {
  std::shared_ptr<PairState>& pair = pairs[{casting, target}];
  if (!pair) pair = make_pair(casting, target, contact);
  return *pair;
}

/// The pair of two colliders for which no contact was set. The casting side is chosen only once:
/// choosing takes time, and the choice could change if a surface deforms.
PairState& Registry::obtain_by_default(int a, int b) {
  int casting = std::min(a, b), target = std::max(a, b);
  for (const auto& key : {std::pair(casting, target), std::pair(target, casting)})
    if (const auto found = pairs.find(key); found != pairs.end()) return *found->second;
  if (casts_better(*colliders.at(target).surface, *colliders.at(casting).surface,
                   default_settings_))
    std::swap(casting, target);
  return obtain(casting, target, {fit_for(default_settings_, colliders.at(casting))});
}

std::shared_ptr<PairState> Registry::make_pair(int casting, int target, const Contact& contact) {
  Collider& c = colliders.at(casting);
  Collider& t = colliders.at(target);
  auto pair = std::make_shared<PairState>(
      c, t, ContactPair(c.surface, t.surface, contact.settings, contact.regions));
  if (contact.side == CastingSide::both) pair->pair.set_share(0.5);
  pair->casts_coarsely = casts_coarsely(*c.surface, *t.surface);
  return pair;
}

void Registry::back_up() {
  for (Collider* collider : deformed) collider->deformation->back_up();
  for (auto& [key, pair] : pairs) pair->memory_before = pair->memory;
  for (auto& [id, collider] : colliders) collider.left_before = collider.left_at;
  for (auto& [id, strand] : strands) {
    strand.memory_before = strand.memory;
    strand.damage_before = strand.damage;
  }
  tracks_before_ = tracks;
}

void Registry::take_back() {
  for (Collider* collider : deformed) collider->deformation->take_back();
  for (auto& [key, pair] : pairs) pair->memory = pair->memory_before;
  for (auto& [id, collider] : colliders) collider.left_at = collider.left_before;
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
