#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletCollisionCommon.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/scene/scene.h"
#include "condyle/scene/scene_build.h"

namespace condyle {

/// A mesh of a body, ready for an engine. `surface` is set only if the mesh takes part in a
/// contact.
struct BuiltMesh {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;
};

struct BuiltBody {
  scene::BodyMass mass;
  /// Bullet's body frame P: origin at the centre of mass, principal axes.
  Pose X_BP = Pose::Identity();
  Eigen::Vector3d principal_inertia = Eigen::Vector3d::Zero();
  std::vector<BuiltMesh> meshes;
};

class MadeMeshes;

/// Builds the meshes, surfaces and masses of the scene's bodies, in the scene's order. Throws
/// InputError. Reuses meshes and surfaces from `shared` where they are unchanged, and stores those
/// of this scene there.
std::vector<BuiltBody> build_bodies(const scene::Scene& scene, MadeMeshes* shared = nullptr);

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
  /// For each body and mesh; -1 if the mesh takes part in no contact.
  std::vector<std::vector<ColliderId>> colliders;
  std::vector<StrandId> strands;

  btRigidBody& ground() { return *bodies.back(); }
  btRigidBody& body_or_ground(int index) { return index < 0 ? ground() : *bodies[index]; }
};

/// Index of the body with this name, or -1 for the world (empty name).
int body_index(const scene::Scene& scene, const std::string& name);
/// Index of the mesh with this name in the body.
int mesh_index(const scene::SceneBody& body, const std::string& name);

/// Current pose of a body of the scene, from Bullet.
Pose pose_of(const BulletScene& scene, const std::vector<BuiltBody>& built, int body);

/// Registers a mesh of a body with the plugin, for the first time or again after it was removed.
void register_mesh(BulletScene& scene, const std::vector<BuiltBody>& built,
                   const scene::Scene& description, int body, int mesh);

/// The strand with its slack length; if the scene does not give one, it is computed from the
/// initial poses.
ligament::Strand initial_strand(const scene::Scene& scene, const scene::SceneLigament& ligament);

}  // namespace condyle
