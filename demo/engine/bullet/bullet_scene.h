#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletCollisionCommon.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/scene/scene.h"
#include "engine/built_scene.h"

namespace condyle {

/// The Bullet objects of a scene: its world with the plugin, at time 0.
struct BulletScene {
  BulletScene(const scene::Scene& scene, const std::vector<BuiltBody>& built);
  ~BulletScene();

  std::unique_ptr<btDefaultCollisionConfiguration> configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  /// Points to `world` if the scene has soft bodies.
  btSoftRigidDynamicsWorld* soft_world = nullptr;
  std::unique_ptr<btDiscreteDynamicsWorld> world;

  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;  ///< the scene's bodies, then the ground
  /// For each body of the scene its soft body, or null.
  std::vector<std::unique_ptr<btSoftBody>> softs;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
  std::unique_ptr<bullet::Plugin> plugin;

  btRigidBody& ground() const { return *bodies.back(); }
  btRigidBody& body_or_ground(int index) const { return index < 0 ? ground() : *bodies[index]; }
};

/// Registers a mesh of a body with the plugin, for the first time or again after it was removed.
ColliderId add_mesh(BulletScene& scene, const scene::Scene& description,
                    const std::vector<BuiltBody>& built, int body, int mesh);

StrandId add_strand(BulletScene& scene, const scene::Scene& description,
                    const std::vector<BuiltBody>& built, const scene::SceneLigament& ligament);

}  // namespace condyle
