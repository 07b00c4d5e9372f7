#include "plugin/bullet/src/bad_state.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "plugin/bullet/src/finite_values.h"
#include "plugin/bullet/src/world_bodies.h"

namespace condyle::bullet {
namespace {

/// Whether the square of the energy, but for constants, is a number. Beyond that, sums in the step
/// overflow: at 1e148 rad/s it was seen to crash.
bool has_finite_energy(btScalar inverse_inertia, const btVector3& velocity) {
  const btScalar squared = velocity.length2() * velocity.length2();
  return std::isfinite(inverse_inertia > 0 ? squared / inverse_inertia : squared);
}

std::string text_of(const btVector3& v) {
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", v.x(), v.y(), v.z());
}

/// What is wrong with a body, but for its name.
BadState problem_of(const btCollisionObject& object, btScalar dt) {
  const btTransform& X = object.getWorldTransform();
  const auto not_finite = [](const char* quantity, const btVector3& value, const char* unit,
                             const char* remedy) -> BadState {
    return {fmt::format("its {} is {}{}", quantity, text_of(value), unit), remedy};
  };
  if (!is_finite(X.getOrigin()))
    return not_finite("position", X.getOrigin(), " m", "put it at a finite one");
  if (!is_finite(X)) return {"its rotation is not finite", "give it one"};
  const btRigidBody* body = btRigidBody::upcast(&object);
  if (body == nullptr || body->isStaticObject()) return {};
  constexpr char k_velocity[] = "give it a finite, smaller one";
  const btVector3 &v = body->getLinearVelocity(), &w = body->getAngularVelocity();
  if (!has_finite_energy(body->getInvMass(), v))
    return not_finite("linear velocity", v, " m/s", k_velocity);
  const btVector3& inverse_inertia = body->getInvInertiaDiagLocal();
  if (!has_finite_energy(inverse_inertia[inverse_inertia.minAxis()], w))
    return not_finite("angular velocity", w, " rad/s", k_velocity);
  if (!is_finite(body->getGravity()))
    return not_finite("gravity", body->getGravity(), " m/s^2", "set a finite one");
  constexpr char k_force[] = "clear it (clearForces) and apply a finite one";
  if (!is_finite(body->getTotalForce()))
    return not_finite("force", body->getTotalForce(), " N", k_force);
  if (!is_finite(body->getTotalTorque()))
    return not_finite("torque", body->getTotalTorque(), " N m", k_force);
  constexpr char k_too_large[] = "apply a smaller one, or make a shorter step";
  if (!has_finite_energy(body->getInvMass(), v + dt * body->getInvMass() * body->getTotalForce()))
    return not_finite("force", body->getTotalForce(), " N", k_too_large);
  if (!has_finite_energy(inverse_inertia[inverse_inertia.minAxis()],
                         w + dt * (body->getInvInertiaTensorWorld() * body->getTotalTorque())))
    return not_finite("torque", body->getTotalTorque(), " N m", k_too_large);
  return {};
}

BadState problem_of(const btSoftBody& soft) {
  for (int i = 0; i < soft.m_nodes.size(); ++i) {
    const btSoftBody::Node& node = soft.m_nodes[i];
    const char* quantity = !is_finite(node.m_x)                 ? "position"
                           : !std::isfinite(node.m_v.length2()) ? "velocity"
                           : !is_finite(node.m_f)               ? "force"
                                                                : nullptr;
    if (quantity != nullptr)
      return {fmt::format("the {} of its node {} is not a finite number", quantity, i),
              "give it one"};
  }
  return {};
}

/// By its first collider, or else a strand on it, and its place in the world's list of objects.
std::string default_name(const btCollisionObject& object, int index, const WorldBodies& bodies) {
  const WorldBody* body = bodies.find(&object);
  if (body != nullptr && !body->parts.empty())
    return fmt::format("'{}' (object {} of the world)", body->parts.front().collider->name, index);
  if (body != nullptr && !body->strands.empty())
    return fmt::format("the body of strand '{}' (object {} of the world)",
                       body->strands.front()->linearised.strand.name, index);
  return fmt::format("object {} of the world", index);
}

}  // namespace

BadState find_bad_state(const btDiscreteDynamicsWorld& world, const WorldBodies& bodies,
                        const BodyName& name_of, double dt) {
  const btCollisionObjectArray& objects = world.getCollisionObjectArray();
  for (int i = 0; i < objects.size(); ++i) {
    if (bodies.at_rest()[i]) continue;
    const btSoftBody* soft = btSoftBody::upcast(objects[i]);
    // There may be thousands of static bodies, of which nothing but the pose counts.
    if (soft == nullptr && objects[i]->isStaticObject() &&
        is_finite(objects[i]->getWorldTransform()))
      continue;
    BadState problem = soft != nullptr ? problem_of(*soft) : problem_of(*objects[i], btScalar(dt));
    if (problem.what.empty()) continue;
    std::string name = name_of ? name_of(*objects[i]) : std::string();
    if (name.empty()) name = default_name(*objects[i], i, bodies);
    return {name + ": " + problem.what, std::move(problem.remedy)};
  }
  return {};
}

}  // namespace condyle::bullet
