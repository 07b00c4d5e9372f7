#include "plugin/bullet/src/world_bodies.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "condyle/error.h"
#include "plugin/bullet/src/finite_values.h"

namespace condyle::bullet {
namespace {

bool is_at(const btCollisionObjectArray& objects, int place, const btCollisionObject* object) {
  return place >= 0 && place < objects.size() && objects[place] == object;
}

std::span<const btCollisionObject* const> list_of(const btCollisionObjectArray& objects) {
  if (objects.size() == 0) return {};
  return {&objects[0], static_cast<std::size_t>(objects.size())};
}

/// Bullet's number of an object in its broad phase; -1 if it is in none.
int broadphase_number_of(const btCollisionObject& object) {
  const btBroadphaseProxy* proxy = object.getBroadphaseHandle();
  return proxy == nullptr ? -1 : proxy->getUid();
}

bool is_static(const btCollisionObject& object) {
  return object.isStaticObject() && !object.isKinematicObject();
}

}  // namespace

int WorldBodies::enter(btCollisionObject& object, btRigidBody& body, const std::string& what) {
  const btCollisionObjectArray& objects = world_.getCollisionObjectArray();
  const bool is_soft = &object != &body;
  if (!is_at(objects, object.getWorldArrayIndex(), &object) || broadphase_number_of(object) < 0)
    throw InputError(fmt::format("{}: its {} is not in the plugin's world; call {} first", what,
                                 is_soft ? "soft body" : "body",
                                 is_soft ? "addSoftBody" : "addRigidBody"));
  if (const int known = number_of(&object); known >= 0) {
    if (!is_present(known)) throw InputError(what + ": " + why_missing(known));
    return known;
  }
  if (free_.empty()) {
    free_.push_back(static_cast<int>(all_.size()));
    all_.emplace_back();
    rests_.emplace_back();
  }
  const int number = free_.back();
  free_.pop_back();
  WorldBody& entered = all_[number];
  entered = {};
  entered.object = &object;
  entered.body = &body;
  entered.place = object.getWorldArrayIndex();
  entered.broadphase_number = broadphase_number_of(object);
  numbers_[&object] = number;
  has_new_ = true;
  return number;
}

void WorldBodies::leave_if_unused(int number) {
  WorldBody& body = all_[number];
  if (body.object == nullptr || !body.parts.empty() || !body.strands.empty()) return;
  numbers_.erase(body.object);
  std::erase(moving_, number);
  std::erase(soft_, body.soft.get());
  body = {};
  rests_[number] = {};
  free_.push_back(number);
}

void WorldBodies::enter_soft(int number, std::shared_ptr<SoftNodes> nodes) {
  soft_.push_back(nodes.get());
  all_[number].soft = std::move(nodes);
}

int WorldBodies::number_of(const btCollisionObject* object) const {
  const auto found = numbers_.find(object);
  return found == numbers_.end() ? -1 : found->second;
}

WorldBody* WorldBodies::find(const btCollisionObject* object) {
  const int number = number_of(object);
  return number < 0 ? nullptr : &all_[number];
}

const WorldBody* WorldBodies::find(const btCollisionObject* object) const {
  const int number = number_of(object);
  return number < 0 ? nullptr : &all_[number];
}

std::span<const RegisteredPart> WorldBodies::parts_of(const btCollisionObject* object) const {
  const WorldBody* body = find(object);
  return body == nullptr ? std::span<const RegisteredPart>() : body->parts;
}

bool WorldBodies::has(const btCollisionObject* object, int compound_child) const {
  return std::ranges::any_of(parts_of(object), [compound_child](const RegisteredPart& part) {
    return part.compound_child == compound_child;
  });
}

bool WorldBodies::is_present(int number) const {
  const btCollisionObjectArray& objects = world_.getCollisionObjectArray();
  const WorldBody& body = all_[number];
  return (is_at(objects, body.place, body.object) ||
          objects.findLinearSearch(body.object) < objects.size()) &&
         broadphase_number_of(*body.object) == body.broadphase_number;
}

std::string WorldBodies::why_missing(int number) const {
  const WorldBody& body = all_[number];
  const bool is_collider = !body.parts.empty();
  return fmt::format(
      "the body of {} '{}' has left the world, or its proxy in the broad phase was made anew, "
      "while "
      "the {} was registered on it; call {} first, and register it again afterwards",
      is_collider ? "collider" : "strand",
      is_collider ? body.parts.front().collider->name
                  : body.strands.front()->linearised.strand.name,
      is_collider ? "collider" : "strand", is_collider ? "remove_collider" : "remove_strand");
}

/// Reads of the body only after its address is found in the world, since it may have been deleted.
bool WorldBodies::still_rests(const Rest& rest) const {
  return rest.object != nullptr &&
         is_at(world_.getCollisionObjectArray(), rest.place, rest.object) &&
         is_static(*rest.object) && rest.object->getWorldTransform() == rest.X_WB &&
         broadphase_number_of(*rest.object) == rest.broadphase_number;
}

/// A static body that was static in the last substep and has not been put elsewhere rests: its
/// motion is still true.
bool WorldBodies::finds_rest(WorldBody& body) const {
  const btRigidBody& rigid = *body.body;
  const bool stayed = body.left_at && *body.left_at == rigid.getWorldTransform();
  bool deforms = false;
  for (const RegisteredPart& part : body.parts) {
    part.collider->was_put = !body.left_at || (!stayed && !rigid.isKinematicObject());
    deforms = deforms || part.collider->vertices != nullptr;
  }
  body.is_static = is_static(rigid);
  if (body.is_static && body.was_static && stayed && !deforms && is_finite(*body.left_at))
    return true;
  body.was_static = false;
  return false;
}

int WorldBodies::look() {
  const btCollisionObjectArray& objects = world_.getCollisionObjectArray();
  const std::span listed = list_of(objects);
  seen_.assign(listed.begin(), listed.end());
  has_new_ = false;
  moving_.clear();
  at_rest_.assign(seen_.size(), 0);
  for (int number = 0; number < static_cast<int>(all_.size()); ++number) {
    Rest& rest = rests_[number];
    if (!still_rests(rest)) {
      rest.object = nullptr;
      WorldBody& body = all_[number];
      if (body.object == nullptr) continue;
      if (!is_present(number)) return number;
      body.place = body.object->getWorldArrayIndex();
      if (finds_rest(body))
        rest = {body.object, body.place, body.broadphase_number, *body.left_at};
      else
        moving_.push_back(number);
    }
    if (rest.object != nullptr) at_rest_[rest.place] = 1;
  }
  return -1;
}

bool WorldBodies::is_changed() const {
  const btCollisionObjectArray& objects = world_.getCollisionObjectArray();
  return has_new_ || !std::ranges::equal(list_of(objects), seen_);
}

void WorldBodies::note_left() {
  for (const int number : moving_) {
    WorldBody& body = all_[number];
    body.left_before = body.left_at;
    body.left_at = body.body->getWorldTransform();
    body.was_static = body.is_static;
  }
  has_left_ = true;
}

void WorldBodies::take_back_left() {
  if (has_left_)
    for (const int number : moving_) all_[number].left_at = all_[number].left_before;
  has_left_ = false;
}

std::vector<WorldBodies::Left> WorldBodies::left() const {
  std::vector<Left> left;
  for (const WorldBody& body : all_) left.push_back({body.left_at, body.was_static});
  return left;
}

void WorldBodies::restore_left(std::span<const Left> left) {
  has_left_ = false;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const Left before = i < left.size() ? left[i] : Left();
    all_[i].left_at = before.at;
    all_[i].was_static = before.was_static;
    rests_[i] = {};  // look() looks anew
  }
}

}  // namespace condyle::bullet
