#include "c/src/bullet_world.h"

#include <fmt/format.h>

#include <string>

#include "condyle/error.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::c {
namespace {

/// Bullet's own number of pooled manifolds, 4096, takes 7 MB; what does not fit comes from the
/// heap.
std::unique_ptr<btDefaultCollisionConfiguration> small_configuration() {
  btDefaultCollisionConstructionInfo info;
  info.m_defaultMaxPersistentManifoldPoolSize = 256;
  info.m_defaultMaxCollisionAlgorithmPoolSize = 256;
  return std::make_unique<btDefaultCollisionConfiguration>(info);
}

}  // namespace
}  // namespace condyle::c

using condyle::InputError;

condyle_world::condyle_world(const Eigen::Vector3d& gravity)
    : configuration(condyle::c::small_configuration()),
      dispatcher(configuration.get()),
      world(&dispatcher, &broadphase, &solver, configuration.get()),
      ground_shape(std::make_unique<btEmptyShape>()),
      ground(std::make_unique<btRigidBody>(
          btRigidBody::btRigidBodyConstructionInfo(0, nullptr, ground_shape.get()))) {
  world.setGravity(condyle::bullet::to_bullet(gravity));
  world.addRigidBody(ground.get());
  plugin = std::make_unique<condyle::bullet::Plugin>(world);
  plugin->name_bodies([this](const btCollisionObject& object) -> std::string {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i] && bodies[i]->rigid.get() == &object) return fmt::format("body {}", i);
    return {};
  });
}

condyle_world::~condyle_world() {
  plugin.reset();
  for (auto& joint : joints)
    if (joint) remove_joint(joint);
  for (const auto& body : bodies)
    if (body) world.removeRigidBody(body->rigid.get());
  world.removeRigidBody(ground.get());
}

condyle::c::Body& condyle_world::body(int number) const {
  if (number < 0 || number >= std::ssize(bodies))
    throw InputError(fmt::format("there is no body {}; the world has had {} so far, from 0 on",
                                 number, bodies.size()));
  const auto& found = bodies[static_cast<std::size_t>(number)];
  if (!found) throw InputError(fmt::format("body {} has been removed", number));
  return *found;
}

condyle::c::Body& condyle_world::body_of_kind(int number, int kind, const char* must) const {
  condyle::c::Body& found = body(number);
  if (found.kind != kind) throw InputError(fmt::format("body {} must be {}", number, must));
  return found;
}

btRigidBody& condyle_world::body_or_ground(int number) const {
  return number == CONDYLE_GROUND ? *ground : *body(number).rigid;
}

void condyle_world::remove_joint(std::unique_ptr<condyle::c::Joint>& joint) {
  world.removeConstraint(joint->constraint.get());
  joint.reset();
}
