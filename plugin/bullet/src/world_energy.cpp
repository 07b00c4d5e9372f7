#include "plugin/bullet/src/world_energy.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include "plugin/bullet/src/body_motion.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/world_hooks.h"

namespace condyle::bullet {
namespace {

using Eigen::Vector3d;

double inverse_or_zero(double x) { return x > 0 ? 1 / x : 0.0; }

double kinetic_energy(const btRigidBody& body) {
  // Angular velocity in the body's axes.
  const btVector3 turning =
      body.getWorldTransform().getBasis().transpose() * body.getAngularVelocity();
  const btVector3& inverse_inertia = body.getInvInertiaDiagLocal();
  double twice = inverse_or_zero(body.getInvMass()) * double(body.getLinearVelocity().length2());
  for (int i = 0; i < 3; ++i)
    twice += inverse_or_zero(inverse_inertia[i]) * double(turning[i]) * double(turning[i]);
  return 0.5 * twice;
}

/// Calls `use` with each dynamic body.
template <class Use>
void for_each_body(const btDiscreteDynamicsWorld& world, Use&& use) {
  const btAlignedObjectArray<btRigidBody*>& bodies = movable_bodies(world);
  for (int i = 0; i < bodies.size(); ++i)
    if (is_dynamic(*bodies[i])) use(*bodies[i]);
}

}  // namespace

double kinetic_energy(const btDiscreteDynamicsWorld& world) {
  double sum = 0;
  for_each_body(world, [&sum](const btRigidBody& body) { sum += kinetic_energy(body); });
  return sum;
}

void LoadedBodies::note(const btDiscreteDynamicsWorld& world) {
  loaded_.clear();
  for_each_body(world, [this](const btRigidBody& body) {
    const Vector3d force = to_eigen(body.getTotalForce()), torque = to_eigen(body.getTotalTorque());
    if (force.isZero(0) && torque.isZero(0)) return;
    loaded_.push_back({&body, to_eigen(body.getWorldTransform().getOrigin()), force, torque});
  });
}

double LoadedBodies::work(double dt) const {
  double sum = 0;
  for (const Loaded& loaded : loaded_) {
    const Vector3d shift = to_eigen(loaded.body->getWorldTransform().getOrigin()) - loaded.p_W;
    sum += loaded.force.dot(shift) +
           dt * loaded.torque.dot(to_eigen(loaded.body->getAngularVelocity()));
  }
  return sum;
}

}  // namespace condyle::bullet
