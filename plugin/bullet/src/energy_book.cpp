#include "plugin/bullet/src/energy_book.h"

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

double kinetic_energy(const btDiscreteDynamicsWorld& world) {
  double sum = 0;
  for_each_body(world, [&sum](const btRigidBody& body) { sum += kinetic_energy(body); });
  return sum;
}

}  // namespace

void EnergyBook::before_substep(const btDiscreteDynamicsWorld& world) {
  ledger_.begin_step(kinetic_energy(world));
}

void EnergyBook::begin_substep(const btDiscreteDynamicsWorld& world,
                               std::span<SessionPair* const> pairs, Registry& registry,
                               std::int64_t substep) {
  strands_.clear();
  for (auto& [id, strand] : registry.strands) strands_.push_back(&strand);
  ledger_.enter(kinetic_energy(world), pairs, registry.contacts, strands_, substep);
  loaded_.clear();
  for_each_body(world, [this](const btRigidBody& body) {
    const Vector3d force = to_eigen(body.getTotalForce()), torque = to_eigen(body.getTotalTorque());
    if (force.isZero(0) && torque.isZero(0)) return;
    loaded_.push_back({&body, to_eigen(body.getWorldTransform().getOrigin()), force, torque});
  });
}

void EnergyBook::note_displacements(double dt) {
  for (const Loaded& loaded : loaded_) {
    const Vector3d shift = to_eigen(loaded.body->getWorldTransform().getOrigin()) - loaded.p_W;
    ledger_.add_external(loaded.force.dot(shift) +
                         dt * loaded.torque.dot(to_eigen(loaded.body->getAngularVelocity())));
  }
}

bool EnergyBook::end_substep(const btDiscreteDynamicsWorld& world,
                             std::span<SessionPair* const> pairs, const WorkDone& work) {
  return ledger_.end_step(kinetic_energy(world), pairs, strands_, work);
}

}  // namespace condyle::bullet
