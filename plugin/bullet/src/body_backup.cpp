#include "plugin/bullet/src/body_backup.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <cmath>

#include "plugin/bullet/src/finite_values.h"

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

BodyBackup backup_of(const btCollisionObject& object) {
  BodyBackup saved{object.getWorldTransform(),
                   object.getInterpolationWorldTransform(),
                   object.getInterpolationLinearVelocity(),
                   object.getInterpolationAngularVelocity(),
                   object.getActivationState(),
                   object.getDeactivationTime(),
                   {},
                   {},
                   {},
                   {}};
  if (const btRigidBody* body = btRigidBody::upcast(&object)) {
    saved.linear = body->getLinearVelocity();
    saved.angular = body->getAngularVelocity();
    saved.force = body->getTotalForce();
    saved.torque = body->getTotalTorque();
  }
  return saved;
}

void put_back(btCollisionObject& object, const BodyBackup& saved, Gravity gravity) {
  btRigidBody* body = btRigidBody::upcast(&object);
  if (is_finite(saved.X_WB)) {
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
  set_forces(*body, saved.force, saved.torque, gravity == Gravity::included);
}

}  // namespace condyle::bullet
