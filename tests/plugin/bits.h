#pragma once

#include <btBulletDynamicsCommon.h>

#include <vector>

namespace condyle::test {

/// Poses and velocities of all bodies of a world, for comparison bit by bit.
inline std::vector<btScalar> bits_of(const btDiscreteDynamicsWorld& world) {
  std::vector<btScalar> bits;
  const auto add = [&bits](const btVector3& v) { bits.insert(bits.end(), {v.x(), v.y(), v.z()}); };
  for (int i = 0; i < world.getNumCollisionObjects(); ++i) {
    const btRigidBody& body = *btRigidBody::upcast(world.getCollisionObjectArray()[i]);
    add(body.getWorldTransform().getOrigin());
    for (int row = 0; row < 3; ++row) add(body.getWorldTransform().getBasis()[row]);
    add(body.getLinearVelocity());
    add(body.getAngularVelocity());
  }
  return bits;
}

}  // namespace condyle::test
