#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "condyle/bullet/convert.h"
#include "condyle/bullet/plugin.h"
#include "condyle/bullet/surface_shape.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr bool k_double_engine = true;
#else
constexpr bool k_double_engine = false;
#endif

constexpr double k_gravity = 9.81;

/// Polyethylene as in the shipped knee.
constexpr Layer k_polyethylene{463e6, 0.46, 0.008};

/// A Bullet world that owns what is put into it, with Condyle's plugin.
class TestWorld {
 public:
  explicit TestWorld(const bullet::PluginSettings& settings = {}) {
    world.setGravity(btVector3(0, 0, static_cast<btScalar>(-k_gravity)));
    plugin = std::make_unique<bullet::Plugin>(world, settings);
  }
  ~TestWorld() {
    plugin.reset();
    while (world.getNumConstraints() > 0) world.removeConstraint(world.getConstraint(0));
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }
  TestWorld(const TestWorld&) = delete;
  TestWorld& operator=(const TestWorld&) = delete;

  /// Mass 0 makes it static. Inertia as of a solid sphere or box of the given size where not given.
  btRigidBody& add_body(btCollisionShape* shape, double mass, const btVector3& inertia,
                        const Eigen::Vector3d& position,
                        const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity()) {
    shapes.emplace_back(shape);
    Pose X = Pose::Identity();
    X.linear() = rotation.toRotationMatrix();
    X.translation() = position;
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, shape,
                                                  inertia);
    info.m_startWorldTransform = bullet::to_bullet(X);
    info.m_linearDamping = info.m_angularDamping = 0;
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(bodies.back().get());
    return *bodies.back();
  }

  btRigidBody& add_mesh_body(const TriangleMesh& mesh, const Layer& layer, double mass,
                             const btVector3& inertia, const Eigen::Vector3d& position,
                             const Eigen::Quaterniond& rotation = Eigen::Quaterniond::Identity()) {
    auto surface = std::make_shared<const ContactSurface>(mesh, layer);
    btRigidBody& body =
        add_body(new bullet::SurfaceShape(surface), mass, inertia, position, rotation);
    colliders.push_back(plugin->add_collider(body, surface));
    return body;
  }

  void step(double dt, int count = 1) {
    for (int i = 0; i < count; ++i) world.stepSimulation(static_cast<btScalar>(dt), 0);
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<bullet::ColliderId> colliders;
  std::unique_ptr<bullet::Plugin> plugin;
};

inline btVector3 sphere_inertia(double mass, double radius) {
  const auto i = static_cast<btScalar>(0.4 * mass * radius * radius);
  return {i, i, i};
}

inline btVector3 box_inertia(double mass, const Eigen::Vector3d& size) {
  const Eigen::Vector3d s = size.cwiseAbs2();
  return bullet::to_bullet(mass / 12 *
                           Eigen::Vector3d(s.y() + s.z(), s.x() + s.z(), s.x() + s.y()));
}

}  // namespace condyle::test
