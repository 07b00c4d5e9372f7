#include "engine/bullet/bullet_scene.h"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "condyle/bullet/surface_shape.h"
#include "engine/bullet/bullet_joint.h"
#include "engine/bullet/soft_body.h"
#include "plugin/bullet/src/convert.h"

namespace condyle {
namespace {

using bullet::to_bullet;

bool has_soft_body(const scene::Scene& scene) {
  return std::ranges::any_of(scene.bodies, [](const scene::SceneBody& body) {
    return std::ranges::any_of(body.meshes,
                               [](const scene::SceneMesh& m) { return soft_block(m); });
  });
}

std::unique_ptr<btDefaultCollisionConfiguration> make_configuration(const scene::Scene& scene) {
  // Bullet's own number, 4096, takes 7 MB, which a study clears anew for each of its samples. What
  // does not fit comes from the heap.
  btDefaultCollisionConstructionInfo info;
  info.m_defaultMaxPersistentManifoldPoolSize = 256;
  info.m_defaultMaxCollisionAlgorithmPoolSize = 256;
  if (has_soft_body(scene))
    return std::make_unique<btSoftBodyRigidBodyCollisionConfiguration>(info);
  return std::make_unique<btDefaultCollisionConfiguration>(info);
}

/// Adds a child shape for each mesh that has a contact surface, in the order of the meshes.
std::unique_ptr<btCompoundShape> add_shape(BulletScene& scene, const scene::SceneBody& body,
                                           const BuiltBody& built) {
  auto compound = std::make_unique<btCompoundShape>();
  for (std::size_t i = 0; i < built.meshes.size(); ++i) {
    if (!built.meshes[i].surface || soft_block(body.meshes[i])) continue;
    scene.shapes.push_back(std::make_unique<bullet::SurfaceShape>(built.meshes[i].surface));
    compound->addChildShape(to_bullet(built.X_BP.inverse() * body.meshes[i].X_BM),
                            scene.shapes.back().get());
  }
  return compound;
}

void add_body(BulletScene& scene, const scene::Scene& description, int index,
              const BuiltBody& built) {
  const scene::SceneBody& body = description.bodies[index];
  auto shape = add_shape(scene, body, built);
  const bool dynamic = body.kind == scene::BodyKind::dynamic;
  btRigidBody::btRigidBodyConstructionInfo info(dynamic ? built.mass.mass : 0, nullptr, shape.get(),
                                                to_bullet(built.principal_inertia));
  const Pose X_WP = driven_pose(description, index, first_clock(description)) * built.X_BP;
  info.m_startWorldTransform = to_bullet(X_WP);
  auto rigid = std::make_unique<btRigidBody>(info);
  if (body.kind == scene::BodyKind::kinematic) {
    rigid->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  }
  if (dynamic) {
    const Eigen::Vector3d p_BoPo_W = X_WP.translation() - body.X_WB.translation();
    rigid->setLinearVelocity(to_bullet(body.V_WB.linear + body.V_WB.angular.cross(p_BoPo_W)));
    rigid->setAngularVelocity(to_bullet(body.V_WB.angular));
  }
  rigid->setActivationState(DISABLE_DEACTIVATION);  // driven scenes never rest for long
  scene.world->addRigidBody(rigid.get());
  scene.shapes.push_back(std::move(shape));
  scene.bodies.push_back(std::move(rigid));
}

/// Adds the ground, a body without shape to which joints and strands to the world are attached.
void add_ground(BulletScene& scene) {
  scene.shapes.push_back(std::make_unique<btEmptyShape>());
  btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, scene.shapes.back().get());
  scene.bodies.push_back(std::make_unique<btRigidBody>(info));
  scene.world->addRigidBody(scene.bodies.back().get());
}

/// Adds the soft bodies; their nodes start at the pose of the body that holds them.
void add_soft_bodies(BulletScene& scene, const scene::Scene& description) {
  scene.softs.resize(description.bodies.size());
  if (scene.soft_world == nullptr) return;
  btSoftBodyWorldInfo& info = scene.soft_world->getWorldInfo();
  info.m_gravity = scene.world->getGravity();
  info.m_sparsesdf.Initialize();
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    const scene::SceneBody& body = description.bodies[i];
    for (const scene::SceneMesh& mesh : body.meshes) {
      const scene::SoftBlock* block = soft_block(mesh);
      if (block == nullptr) continue;
      scene.softs[i] = make_soft_body(info, *block, body.X_WB * mesh.X_BM);
      scene.soft_world->addSoftBody(scene.softs[i].get());
    }
  }
}

void forbid_contact(btCollisionObject& a, btCollisionObject& b) {
  a.setIgnoreCollisionCheck(&b, true);
  b.setIgnoreCollisionCheck(&a, true);
}

/// Disables collisions between bodies for which the scene has no contact that applies force.
void forbid_other_contacts(BulletScene& scene, const scene::Scene& description) {
  const std::vector<scene::SceneBody>& bodies = description.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      if (have_contact(description, bodies[i].name, bodies[j].name)) continue;
      forbid_contact(*scene.bodies[i], *scene.bodies[j]);
      for (const auto& [a, b] : {std::pair(i, j), std::pair(j, i)}) {
        if (scene.softs[a]) forbid_contact(*scene.softs[a], *scene.bodies[b]);
        if (scene.softs[a] && scene.softs[b]) forbid_contact(*scene.softs[a], *scene.softs[b]);
      }
    }
  }
}

}  // namespace

ColliderId add_mesh(BulletScene& scene, const scene::Scene& description,
                    const std::vector<BuiltBody>& built, int body, int mesh) {
  const scene::SceneBody& described = description.bodies[body];
  const auto& meshes = built[body].meshes;
  bullet::ColliderOptions options;
  options.name = described.name + "." + described.meshes[mesh].name;
  if (scene.softs[body] && soft_block(described.meshes[mesh]))
    return scene.plugin->add_collider(*scene.softs[body], meshes[mesh].surface->layer(0), options);
  const auto has_surface = [](const BuiltMesh& entry) { return entry.surface != nullptr; };
  if (std::count_if(meshes.begin(), meshes.end(), has_surface) > 1) {
    options.compound_child =
        static_cast<int>(std::count_if(meshes.begin(), meshes.begin() + mesh, has_surface));
  }
  return scene.plugin->add_collider(*scene.bodies[body], meshes[mesh].surface,
                                    built[body].X_BP.inverse() * described.meshes[mesh].X_BM,
                                    options);
}

StrandId add_strand(BulletScene& scene, const scene::Scene& description,
                    const std::vector<BuiltBody>& built, const scene::SceneLigament& ligament) {
  const auto [of_scene, path] = placed_path(description, ligament, built);
  std::vector<btRigidBody*> bodies;
  for (const int body : of_scene) bodies.push_back(scene.bodies[body].get());  // the last: ground
  return scene.plugin->add_strand(initial_strand(description, ligament), bodies, path);
}

BulletScene::BulletScene(const scene::Scene& scene, const std::vector<BuiltBody>& built)
    : configuration(make_configuration(scene)), dispatcher(configuration.get()) {
  if (has_soft_body(scene)) {
    world.reset(soft_world = new btSoftRigidDynamicsWorld(&dispatcher, &broadphase, &solver,
                                                          configuration.get()));
  } else {
    world = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher, &broadphase, &solver,
                                                      configuration.get());
  }
  world->setGravity(to_bullet(scene.gravity));
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    add_body(*this, scene, static_cast<int>(i), built[i]);
  }
  add_ground(*this);
  add_soft_bodies(*this, scene);
  forbid_other_contacts(*this, scene);
  for (const scene::SceneJoint& joint : scene.joints) {
    btRigidBody& a = *bodies[body_index(scene, joint.body_a)];
    btRigidBody& b = body_or_ground(body_index(scene, joint.body_b));
    joints.push_back(make_bullet_joint(joint, a, b));
    world->addConstraint(joints.back().get(), true);
  }
  plugin = std::make_unique<bullet::Plugin>(*world, step_settings(scene));
  std::vector<std::string> names;
  for (const scene::SceneBody& body : scene.bodies) names.push_back(body.name);
  plugin->name_bodies([this, names = std::move(names)](const btCollisionObject& object) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (&object == bodies[i].get() || &object == softs[i].get())
        return fmt::format("body '{}'", names[i]);
    return std::string();
  });
}

BulletScene::~BulletScene() {
  plugin.reset();
  for (const auto& soft : softs)
    if (soft) soft_world->removeSoftBody(soft.get());
  for (const auto& joint : joints) world->removeConstraint(joint.get());
  for (const auto& body : bodies) world->removeRigidBody(body.get());
}

}  // namespace condyle
