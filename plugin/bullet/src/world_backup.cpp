#include "plugin/bullet/src/world_backup.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "plugin/bullet/src/finite_values.h"
#include "plugin/bullet/src/kinematic_tracks.h"

namespace condyle::bullet {
namespace {

/// Returns a number x with x + added == sum to the bit or, if there is none, sum - added. Nothing
/// is left of a sum to which NaN was added.
btScalar without(btScalar sum, btScalar added) {
  if (!std::isfinite(added)) return 0;
  const btScalar rest = sum - added;
  for (const btScalar near :
       {rest, std::nextafter(rest, btScalar(INFINITY)), std::nextafter(rest, btScalar(-INFINITY))})
    if (near + added == sum) return near;
  return rest;
}

btScalar over(btScalar value, btScalar factor) {
  return factor == 0 ? btScalar(0) : value / factor;
}

btVector3 over(const btVector3& v, const btVector3& factor) {
  return {over(v.x(), factor.x()), over(v.y(), factor.y()), over(v.z(), factor.z())};
}

/// Sets the forces on a body, minus gravity if they contain it.
void set_forces(btRigidBody& body, const btVector3& force, const btVector3& torque,
                bool has_gravity) {
  body.clearForces();
  if (has_gravity) body.applyGravity();
  const btVector3 gravity = body.getTotalForce();
  body.clearForces();
  const btVector3 rest(without(force.x(), gravity.x()), without(force.y(), gravity.y()),
                       without(force.z(), gravity.z()));
  body.applyCentralForce(over(rest, body.getLinearFactor()));
  body.applyTorque(over(torque, body.getAngularFactor()));
}

}  // namespace

void WorldBackup::take(btDiscreteDynamicsWorld& world, const KinematicTracks& tracks,
                       std::span<const char> at_rest) {
  bodies_.clear();
  for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
    if (at_rest[i]) continue;  // not even read: there may be thousands
    btCollisionObject* object = world.getCollisionObjectArray()[i];
    if (object->isStaticObject()) continue;
    Body saved{object,
               object->getWorldTransform(),
               object->getInterpolationWorldTransform(),
               object->getInterpolationLinearVelocity(),
               object->getInterpolationAngularVelocity(),
               object->getActivationState(),
               object->getDeactivationTime(),
               object->isActive(),
               {},
               {},
               {},
               {}};
    if (const btRigidBody* body = btRigidBody::upcast(object)) {
      saved.linear = body->getLinearVelocity();
      saved.angular = body->getAngularVelocity();
      saved.force = body->getTotalForce();
      saved.torque = body->getTotalTorque();
      // stepSimulation() has already set a kinematic body's interpolation transform to the new
      // pose.
      if (const btTransform* before = tracks.last_pose(*body)) saved.interpolation = *before;
    }
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
  btCollisionObject& object = *saved.object;
  btRigidBody* body = btRigidBody::upcast(&object);
  if ((body == nullptr || !body->isKinematicObject()) && is_finite(saved.X_WB)) {
    const bool has_moved = !(object.getWorldTransform() == saved.X_WB);
    object.setWorldTransform(saved.X_WB);
    if (has_moved && body != nullptr) body->updateInertiaTensor();
  }
  object.setInterpolationWorldTransform(saved.interpolation);
  object.setInterpolationLinearVelocity(saved.interpolation_linear);
  object.setInterpolationAngularVelocity(saved.interpolation_angular);
  object.forceActivationState(saved.activation);
  object.setDeactivationTime(saved.deactivation_time);
  if (body == nullptr) return;
  body->setLinearVelocity(saved.linear);
  body->setAngularVelocity(saved.angular);
  set_forces(*body, saved.force, saved.torque, saved.is_active);
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
