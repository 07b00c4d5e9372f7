#include "plugin/bullet/src/energy_book.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <algorithm>
#include <cmath>

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

/// Removes and returns the energy [J] left in the layers of pairs that have parted since the last
/// substep by their bodies' own motion. Energy is left because the last forces were found at other
/// poses than those at which the bodies ended.
double take_from_parted(Registry& registry, std::int64_t substep) {
  double sum = 0;
  for (auto& [ids, pair] : registry.contacts.pairs) {
    if (pair->memory.last_claim == substep || !(pair->memory.elastic > 0)) continue;
    if (pair->casting_collider.was_put || pair->target_collider.was_put) continue;
    sum += pair->memory.elastic;
    pair->memory.elastic = -1;
  }
  return sum;
}

}  // namespace

void EnergyBook::before_substep(const btDiscreteDynamicsWorld& world) {
  step_ = {};
  kinetic_ = kinetic_energy(world);
}

void EnergyBook::begin_substep(const btDiscreteDynamicsWorld& world,
                               std::span<SessionPair* const> pairs, Registry& registry,
                               std::int64_t substep) {
  for (SessionPair* pair : pairs) pair->elastic_before = pair->memory.elastic;
  for (auto& [id, strand] : registry.strands) strand.energy_before = strand.energy;
  parted_ = take_from_parted(registry, substep);
  step_.drag = kinetic_ - kinetic_energy(world);
  loaded_.clear();
  for_each_body(world, [this](const btRigidBody& body) {
    const Vector3d force = to_eigen(body.getTotalForce()), torque = to_eigen(body.getTotalTorque());
    if (force.isZero(0) && torque.isZero(0)) return;
    loaded_.push_back({&body, to_eigen(body.getWorldTransform().getOrigin()), force, torque});
  });
}

void EnergyBook::note_ways(double dt) {
  for (const Loaded& loaded : loaded_) {
    const Vector3d shift = to_eigen(loaded.body->getWorldTransform().getOrigin()) - loaded.p_W;
    step_.external += loaded.force.dot(shift) +
                      dt * loaded.torque.dot(to_eigen(loaded.body->getAngularVelocity()));
  }
}

bool EnergyBook::end_substep(const btDiscreteDynamicsWorld& world,
                             std::span<SessionPair* const> pairs, const Registry& registry,
                             const WorkDone& work) {
  step_.start = kinetic_ + parted_;
  for (const SessionPair* pair : pairs) {
    step_.start += std::max(0.0, pair->elastic_before);
    step_.elastic += std::max(0.0, pair->memory.elastic);
  }
  for (const auto& [id, strand] : registry.strands) {
    if (!acts(strand)) continue;
    step_.start += std::max(0.0, strand.energy_before);
    step_.ligaments += std::max(0.0, strand.energy);
  }
  step_.kinetic = kinetic_energy(world);
  step_.by_joints = work.by_joints;
  step_.by_moved = work.by_moved;
  step_.damping = work.damping;
  step_.friction = work.friction;
  step_.ligament_damping = work.ligament_damping;
  step_.engine_contacts = work.engine_contacts;
  step_.numbers = step_.start + step_.added() - step_.stored() - step_.dissipated();
  if (!std::isfinite(step_.numbers)) {
    abandon();
    return false;
  }
  add(step_, is_first_, total_);
  is_first_ = false;
  return true;
}

}  // namespace condyle::bullet
