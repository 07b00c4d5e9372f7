#include "plugin/bullet/src/world_backup.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <utility>

#include "plugin/bullet/src/kinematic_tracks.h"

namespace condyle::bullet {

void WorldBackup::take(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks,
                       std::span<const char> at_rest) {
  bodies_.clear();
  for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
    if (at_rest[i]) continue;  // not even read: there may be thousands
    btCollisionObject* object = world.getCollisionObjectArray()[i];
    if (object->isStaticObject()) continue;
    Body saved{object, object->isActive(), backup_of(*object)};
    // stepSimulation() has already set a kinematic body's interpolation transform to the new pose.
    if (const btRigidBody* body = btRigidBody::upcast(object))
      if (const btTransform* before = tracks.last_pose(*body)) saved.state.interpolation = *before;
    bodies_.push_back(saved);
  }
  btDispatcher& dispatcher = *world.getDispatcher();
  manifolds_.resize(static_cast<std::size_t>(dispatcher.getNumManifolds()));
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    Manifold& saved = manifolds_[i];
    saved.manifold = &manifold;
    saved.body_a = manifold.getBody0();
    saved.body_b = manifold.getBody1();
    saved.count = manifold.getNumContacts();
    for (int k = 0; k < saved.count; ++k) saved.points[k] = manifold.getContactPoint(k);
  }
  constraints_.clear();
  for (int i = 0; i < world.getNumConstraints(); ++i) {
    btTypedConstraint& constraint = *world.getConstraint(i);
    constraints_.push_back(
        {&constraint, constraint.isEnabled(), constraint.internalGetAppliedImpulse()});
  }
  is_taken_ = true;
}

void WorldBackup::restore(const Body& saved) {
  BodyBackup state = saved.state;
  const btRigidBody* body = btRigidBody::upcast(saved.object);
  if (body != nullptr && body->isKinematicObject()) state.X_WB = body->getWorldTransform();
  put_back(*saved.object, state, saved.is_active ? Gravity::included : Gravity::none);
}

void WorldBackup::restore(const Manifold& saved) {
  btPersistentManifold& manifold = *saved.manifold;
  manifold.setNumContacts(saved.count);
  for (int k = 0; k < saved.count; ++k) manifold.getContactPoint(k) = saved.points[k];
}

bool WorldBackup::restore(btDiscreteDynamicsWorld& world) {
  if (!std::exchange(is_taken_, false)) return false;
  const btCollisionObjectArray& objects = world.getCollisionObjectArray();
  for (const Body& saved : bodies_)
    if (objects.findLinearSearch(saved.object) < objects.size()) restore(saved);

  btDispatcher& dispatcher = *world.getDispatcher();
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    const auto saved = std::ranges::find_if(manifolds_, [&](const Manifold& candidate) {
      return candidate.manifold == &manifold && candidate.body_a == manifold.getBody0() &&
             candidate.body_b == manifold.getBody1();
    });
    // The user's data of points that are gone have been freed, so such points cannot be restored.
    const bool has_users_data =
        saved != manifolds_.end() &&
        std::any_of(
            saved->points.begin(), saved->points.begin() + saved->count,
            [](const btManifoldPoint& point) { return point.m_userPersistentData != nullptr; });
    if (saved == manifolds_.end())
      manifold.clearManifold();
    else if (!has_users_data)
      restore(*saved);
  }
  for (int i = 0; i < world.getNumConstraints(); ++i) {
    btTypedConstraint* constraint = world.getConstraint(i);
    const auto saved = std::ranges::find(constraints_, constraint, &Constraint::constraint);
    if (saved == constraints_.end()) continue;
    constraint->setEnabled(saved->is_enabled);
    constraint->internalSetAppliedImpulse(saved->impulse);
  }
  return true;
}

}  // namespace condyle::bullet
