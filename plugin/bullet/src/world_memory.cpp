#include "plugin/bullet/src/world_memory.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "core/world/src/state_hash.h"

namespace condyle::bullet {
namespace {

using Manifold = BulletMemory::Manifold;

std::pair<int, int> places_of(const btPersistentManifold& manifold) {
  return {manifold.getBody0()->getWorldArrayIndex(), manifold.getBody1()->getWorldArrayIndex()};
}

bool has_users_data(const btPersistentManifold& manifold) {
  for (int k = 0; k < manifold.getNumContacts(); ++k)
    if (manifold.getContactPoint(k).m_userPersistentData != nullptr) return true;
  return false;
}

std::vector<btPersistentManifold*> manifolds_of(btDiscreteDynamicsWorld& world) {
  btDispatcher& dispatcher = *world.getDispatcher();
  std::vector<btPersistentManifold*> manifolds;
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
    manifolds.push_back(dispatcher.getManifoldByIndexInternal(i));
  return manifolds;
}

Manifold memory_of(const btPersistentManifold& manifold) {
  Manifold saved;
  std::tie(saved.a, saved.b) = places_of(manifold);
  if (has_users_data(manifold)) return saved;
  for (int k = 0; k < manifold.getNumContacts(); ++k)
    saved.points.push_back(manifold.getContactPoint(k));
  return saved;
}

/// The world's manifold of each of the memory's, or null. Two objects may have several.
std::vector<btPersistentManifold*> matches(btDiscreteDynamicsWorld& world,
                                           std::span<const Manifold> saved) {
  std::vector<btPersistentManifold*> left = manifolds_of(world), found;
  for (const Manifold& each : saved) {
    const auto same = std::ranges::find_if(left, [&](const btPersistentManifold* manifold) {
      return manifold != nullptr && places_of(*manifold) == std::pair(each.a, each.b);
    });
    found.push_back(same == left.end() ? nullptr : std::exchange(*same, nullptr));
  }
  return found;
}

/// Gives the dispatcher's manifolds the order of `first`, and the others after them: Bullet solves
/// contacts in this order.
void order(btDiscreteDynamicsWorld& world, std::span<btPersistentManifold* const> first) {
  std::vector<btPersistentManifold*> all = manifolds_of(world);
  std::vector<btPersistentManifold*> ordered;
  for (btPersistentManifold* manifold : first)
    if (manifold != nullptr) ordered.push_back(manifold);
  for (btPersistentManifold* manifold : all)
    if (std::ranges::find(first, manifold) == first.end()) ordered.push_back(manifold);
  btPersistentManifold** const list = world.getDispatcher()->getInternalManifoldPointer();
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    list[i] = ordered[i];
    ordered[i]->m_index1a = static_cast<int>(i);
  }
}

void restore_manifolds(std::span<const Manifold> saved, btDiscreteDynamicsWorld& world) {
  std::vector<btPersistentManifold*> found = matches(world, saved);
  bool are_there = true;
  for (std::size_t i = 0; i < saved.size(); ++i)
    are_there = are_there && (found[i] != nullptr || saved[i].points.empty());
  if (!are_there) {
    world.performDiscreteCollisionDetection();
    found = matches(world, saved);
  }
  for (btPersistentManifold* manifold : manifolds_of(world))
    if (!has_users_data(*manifold)) manifold->clearManifold();
  for (std::size_t i = 0; i < saved.size(); ++i) {
    if (found[i] == nullptr || has_users_data(*found[i])) continue;
    found[i]->setNumContacts(static_cast<int>(saved[i].points.size()));
    for (std::size_t k = 0; k < saved[i].points.size(); ++k)
      found[i]->getContactPoint(static_cast<int>(k)) = saved[i].points[k];
  }
  if (!saved.empty()) order(world, found);
}

void add(const btVector3& v, StateHash& hash) {
  for (const btScalar x : {v.x(), v.y(), v.z()}) hash.add(x);
}

void add(const btTransform& X, StateHash& hash) {
  for (int row = 0; row < 3; ++row) add(X.getBasis()[row], hash);
  add(X.getOrigin(), hash);
}

void add(const BulletMemory::Body& body, StateHash& hash) {
  const BodyBackup& state = body.state;
  hash.add(body.place);
  hash.add(state.activation);
  hash.add(state.deactivation_time);
  for (const btTransform& X : {state.X_WB, state.interpolation}) add(X, hash);
  for (const btVector3& v : {state.interpolation_linear, state.interpolation_angular, state.linear,
                             state.angular, state.force, state.torque})
    add(v, hash);
  hash.add(body.track.has_value());
  if (!body.track) return;
  add(body.track->X_WB, hash);
  hash.add(body.track->velocity.angular);
  hash.add(body.track->velocity.linear);
  for (const double number : {body.track->time_left, body.track->substeps, body.track->rested})
    hash.add(number);
}

void add(const Manifold& manifold, StateHash& hash) {
  hash.add(manifold.a);
  hash.add(manifold.b);
  hash.add_count(manifold.points.size());
  for (const btManifoldPoint& point : manifold.points) {
    add(point.m_localPointA, hash);
    add(point.m_localPointB, hash);
    for (const btScalar impulse :
         {point.m_appliedImpulse, point.m_appliedImpulseLateral1, point.m_appliedImpulseLateral2})
      hash.add(impulse);
  }
}

}  // namespace

void save(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks, BulletMemory& memory) {
  memory.objects = world.getNumCollisionObjects();
  memory.bodies.clear();
  for (int i = 0; i < memory.objects; ++i) {
    const btCollisionObject& object = *world.getCollisionObjectArray()[i];
    if (object.isStaticObject()) continue;
    BulletMemory::Body& saved = memory.bodies.emplace_back();
    saved.place = i;
    saved.state = backup_of(object);
    const btRigidBody* body = btRigidBody::upcast(&object);
    if (body == nullptr) continue;
    if (const KinematicTracks::Track* track = tracks.track_of(*body)) saved.track = *track;
  }
  memory.manifolds.clear();
  for (const btPersistentManifold* manifold : manifolds_of(world))
    memory.manifolds.push_back(memory_of(*manifold));
  memory.constraints.clear();
  for (int i = 0; i < world.getNumConstraints(); ++i) {
    btTypedConstraint& constraint = *world.getConstraint(i);
    memory.constraints.push_back({constraint.isEnabled(), constraint.internalGetAppliedImpulse()});
  }
}

bool fits(const btDiscreteDynamicsWorld& world, const BulletMemory& memory) {
  if (world.getNumCollisionObjects() != memory.objects ||
      world.getNumConstraints() != static_cast<int>(memory.constraints.size()))
    return false;
  auto saved = memory.bodies.begin();
  for (int i = 0; i < memory.objects; ++i) {
    const bool was_saved = saved != memory.bodies.end() && saved->place == i;
    if (was_saved == world.getCollisionObjectArray()[i]->isStaticObject()) return false;
    if (was_saved) ++saved;
  }
  return true;
}

void restore(const BulletMemory& memory, btDiscreteDynamicsWorld& world, KinematicTracks& tracks) {
  tracks.forget_all();
  for (const BulletMemory::Body& saved : memory.bodies) {
    btCollisionObject& object = *world.getCollisionObjectArray()[saved.place];
    put_back(object, saved.state, Gravity::none);
    if (saved.track) tracks.put_track(*btRigidBody::upcast(&object), *saved.track);
  }
  restore_manifolds(memory.manifolds, world);
  for (int i = 0; i < world.getNumConstraints(); ++i) {
    btTypedConstraint& constraint = *world.getConstraint(i);
    constraint.setEnabled(memory.constraints[i].is_enabled);
    constraint.internalSetAppliedImpulse(memory.constraints[i].impulse);
  }
}

std::size_t size_of(const WorldMemory& memory) {
  const auto list = [](const auto& values) { return values.capacity() * sizeof(*values.data()); };
  std::size_t size = sizeof memory + list(memory.world.bodies) + list(memory.world.manifolds) +
                     list(memory.world.constraints) + list(memory.left);
  for (const Manifold& manifold : memory.world.manifolds) size += list(manifold.points);
  for (const SoftNodes::Backup& soft : memory.soft)
    size += list(soft.place) + list(soft.velocity) + list(soft.force);
  return size + condyle::size_of(static_cast<const SessionMemory&>(memory));
}

std::uint64_t hash_of(const WorldMemory& memory) {
  StateHash hash;
  condyle::add(memory, hash);
  hash.add(static_cast<std::uint64_t>(memory.seed));
  for (const BulletMemory::Body& body : memory.world.bodies) add(body, hash);
  for (const Manifold& manifold : memory.world.manifolds) add(manifold, hash);
  for (const BulletMemory::Constraint& constraint : memory.world.constraints) {
    hash.add(constraint.is_enabled);
    hash.add(constraint.impulse);
  }
  for (const WorldBodies::Left& left : memory.left) {
    hash.add(left.was_static);
    hash.add(left.at.has_value());
    if (left.at) add(*left.at, hash);
  }
  for (const SoftNodes::Backup& soft : memory.soft) {
    hash.add_all(soft.place);
    hash.add_all(soft.velocity);
    hash.add_all(soft.force);
  }
  return hash.value();
}

}  // namespace condyle::bullet
