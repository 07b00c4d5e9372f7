#pragma once

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletCollisionCommon.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/model/scene.h"
#include "condyle/model/scene_build.h"

namespace condyle {

/// A mesh of a body, ready for an engine; `surface` only where it takes part in a contact.
struct BuiltMesh {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;
};

struct BuiltBody {
  BodyMass mass;
  Pose X_BP = Pose::Identity();  ///< the frame P that Bullet wants: centre of mass, principal axes
  Eigen::Vector3d principal_inertia = Eigen::Vector3d::Zero();
  std::vector<BuiltMesh> meshes;
};

/// Meshes, surfaces and masses of a scene's bodies, in its order. Throws InputError.
std::vector<BuiltBody> build_bodies(const Scene& scene);

/// Bullet's side of a scene: its world, with the plugin, at time 0.
struct BulletScene {
  BulletScene(const Scene& scene, const std::vector<BuiltBody>& built);
  ~BulletScene();

  std::unique_ptr<btDefaultCollisionConfiguration> configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld* soft_world = nullptr;  ///< `world` where the scene has soft bodies
  std::unique_ptr<btDiscreteDynamicsWorld> world;

  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;  ///< the scene's, then the ground
  /// Per body of the scene the soft body that it holds, or null.
  std::vector<std::unique_ptr<btSoftBody>> softs;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
  std::unique_ptr<bullet::Plugin> plugin;
  std::vector<std::vector<bullet::ColliderId>> colliders;  ///< per body, per mesh; -1: none
  std::vector<bullet::StrandId> strands;

  btRigidBody& ground() { return *bodies.back(); }
  btRigidBody& body_or_ground(int index) { return index < 0 ? ground() : *bodies[index]; }
};

/// Index of the body of that name, -1 for the world (empty name).
int body_index(const Scene& scene, const std::string& name);
int mesh_index(const SceneBody& body, const std::string& name);

/// Where body `body` of the scene is, as Bullet has it now.
Pose pose_of(const BulletScene& scene, const std::vector<BuiltBody>& built, int body);

/// (Re)registers one mesh of a body with the plugin.
void register_mesh(BulletScene& scene, const std::vector<BuiltBody>& built,
                   const Scene& description, int body, int mesh);

/// The strand's slack length from the initial poses, where the scene does not give it.
LigamentStrand initial_strand(const Scene& scene, const SceneLigament& ligament);

}  // namespace condyle
