#include "engine/bullet/bullet_engine.h"

#include <LinearMath/btAlignedAllocator.h>

#include <cmath>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#include "condyle/error.h"
#include "engine/bullet/bullet_joint.h"
#include "engine/bullet/bullet_scene.h"
#include "plugin/bullet/src/convert.h"

namespace condyle {
namespace {

using bullet::to_bullet;
using bullet::to_eigen;

/// By default Bullet writes to a null pointer when memory runs out.
void let_bullet_throw_bad_alloc() {
  const auto allocate = [](std::size_t size) {
    void* const memory = std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  };
  btAlignedAllocSetCustom(allocate, std::free);
}

struct BulletMoment final : EngineMoment {
  explicit BulletMoment(std::shared_ptr<const bullet::WorldMemory> saved)
      : memory(std::move(saved)) {}
  std::size_t size() const override { return bullet::Plugin::size_of(*memory); }
  std::shared_ptr<const bullet::WorldMemory> memory;
};

class BulletEngine final : public SceneEngine {
 public:
  BulletEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built);

  AnySession& session() override { return *bullet_.plugin; }
  void renew_collider(int body, int mesh) override;
  Wrench strand_wrench(StrandId strand, int body) const override;
  BodyState state(int body) const override;
  void put(int body, const Pose& X_WP, const Twist& velocity) override;
  void push(int body, const Wrench& F_W) override;
  void set_drag(double rate) override;
  double hinge_angle(int joint) const override;
  std::vector<Eigen::Vector3d> soft_vertices(int body) const override;
  void step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) override;
  void hold(int body, bool is_held) override;
  std::shared_ptr<const EngineMoment> save() const override;
  void restore(const EngineMoment& moment) override;

 private:
  void move_driven_bodies(const DrivenAmounts& before, const DrivenAmounts& after);
  void hold_back_joints(const DrivenAmounts& before, const DrivenAmounts& after);

  const scene::Scene& scene_;
  const std::vector<BuiltBody>& built_;
  BulletScene bullet_;
};

BulletEngine::BulletEngine(const scene::Scene& scene, const std::vector<BuiltBody>& built)
    : scene_(scene), built_(built), bullet_(scene, built) {
  for (std::size_t i = 0; i < built.size(); ++i) {
    std::vector<ColliderId>& of_body = colliders_.emplace_back(built[i].meshes.size());
    for (std::size_t j = 0; j < of_body.size(); ++j) {
      if (!built[i].meshes[j].surface) continue;
      of_body[j] = add_mesh(bullet_, scene, built, static_cast<int>(i), static_cast<int>(j));
    }
  }
  for (const scene::SceneLigament& ligament : scene.ligaments)
    strands_.push_back(add_strand(bullet_, scene, built, ligament));
}

void BulletEngine::renew_collider(int body, int mesh) {
  bullet_.plugin->remove_collider(colliders_[body][mesh]);
  colliders_[body][mesh] = add_mesh(bullet_, scene_, built_, body, mesh);
}

Wrench BulletEngine::strand_wrench(StrandId strand, int body) const {
  return bullet_.plugin->strand_wrench(strand, bullet_.body_or_ground(body));
}

BodyState BulletEngine::state(int body) const {
  const btRigidBody& rigid = *bullet_.bodies[body];
  return {.X_WB = bullet::to_pose(rigid.getWorldTransform()),
          .velocity = {to_eigen(rigid.getAngularVelocity()), to_eigen(rigid.getLinearVelocity())},
          .inverse_mass = rigid.getInvMass(),
          .inverse_inertia_W = to_eigen(rigid.getInvInertiaTensorWorld()),
          .by_forces = {}};
}

void BulletEngine::put(int body, const Pose& X_WP, const Twist& velocity) {
  btRigidBody& rigid = *bullet_.bodies[body];
  rigid.setLinearVelocity(to_bullet(velocity.linear));
  rigid.setAngularVelocity(to_bullet(velocity.angular));
  rigid.setCenterOfMassTransform(to_bullet(X_WP));
}

void BulletEngine::push(int body, const Wrench& F_W) {
  bullet_.bodies[body]->applyCentralForce(to_bullet(F_W.force));
  bullet_.bodies[body]->applyTorque(to_bullet(F_W.moment));
}

/// Bullet's damping is the fraction of a velocity that it removes in one second.
void BulletEngine::set_drag(double rate) {
  const double damping = 1 - std::exp(-rate);
  for (const auto& body : bullet_.bodies) body->setDamping(damping, damping);
}

double BulletEngine::hinge_angle(int joint) const {
  return condyle::hinge_angle(*bullet_.joints[joint]);
}

std::vector<Eigen::Vector3d> BulletEngine::soft_vertices(int body) const {
  std::vector<Eigen::Vector3d> vertices;
  if (!bullet_.softs[body]) return vertices;
  const auto& nodes = bullet_.softs[body]->m_nodes;
  for (int i = 0; i < nodes.size(); ++i) vertices.push_back(to_eigen(nodes[i].m_x));
  return vertices;
}

void BulletEngine::step(double dt, const DrivenAmounts& before, const DrivenAmounts& after) {
  move_driven_bodies(before, after);
  hold_back_joints(before, after);
  for (std::size_t i = 0; i < scene_.joints.size(); ++i)
    drive_joint(scene_.joints[i], *bullet_.joints[i], after.joints[i], dt);
  try {
    bullet_.world->stepSimulation(dt, 0);
  } catch (const SimulationError&) {
    bullet_.world->clearForces();
    move_driven_bodies(before, before);
    throw;
  }
}

/// Without its factors neither forces nor contacts move a body. It stays dynamic for Bullet, so
/// that it touches driven bodies and is saved.
void BulletEngine::hold(int body, bool is_held) {
  btRigidBody& rigid = *bullet_.bodies[body];
  const btScalar factor = is_held ? 0 : 1;
  rigid.setLinearFactor({factor, factor, factor});
  rigid.setAngularFactor(factor);
  rigid.setLinearVelocity({0, 0, 0});
  rigid.setAngularVelocity({0, 0, 0});
}

std::shared_ptr<const EngineMoment> BulletEngine::save() const {
  return std::make_shared<BulletMoment>(bullet_.plugin->save());
}

/// Drag is the scene's to set; motors and frames of joints are set in each step.
void BulletEngine::restore(const EngineMoment& moment) {
  bullet_.plugin->restore(*dynamic_cast<const BulletMoment&>(moment).memory);
}

/// Puts the kinematic bodies where they are after the step, with the mean velocity over it.
void BulletEngine::move_driven_bodies(const DrivenAmounts& before, const DrivenAmounts& after) {
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
    if (scene_.bodies[i].kind != scene::BodyKind::kinematic) continue;
    const int body = static_cast<int>(i);
    // Bullet computes the velocity of a kinematic body from these two poses at the start of the
    // step.
    bullet_.bodies[i]->setInterpolationWorldTransform(
        to_bullet(driven_pose(scene_, body, before.motions)));
    bullet_.bodies[i]->setWorldTransform(to_bullet(driven_pose(scene_, body, after.motions)));
  }
}

/// Bullet moves a kinematic body to its pose at the end of a step before it sets up the step's
/// constraint rows, so joints on it would lead by one step. This function places their frames where
/// they are at the start of the step.
void BulletEngine::hold_back_joints(const DrivenAmounts& before, const DrivenAmounts& after) {
  for (std::size_t i = 0; i < scene_.joints.size(); ++i) {
    const scene::SceneJoint& joint = scene_.joints[i];
    for (const bool first : {true, false}) {
      const int body = body_index(scene_, first ? joint.body_a : joint.body_b);
      if (body < 0 || scene_.bodies[body].kind != scene::BodyKind::kinematic) continue;
      const Pose X_BJ = driven_pose(scene_, body, first_clock(scene_)).inverse() * joint.X_WJ;
      const Pose X_WB = driven_pose(scene_, body, before.motions);
      set_joint_frame(joint, *bullet_.joints[i], first,
                      driven_pose(scene_, body, after.motions).inverse() * X_WB * X_BJ);
    }
  }
}

}  // namespace

std::unique_ptr<SceneEngine> make_bullet_engine(const scene::Scene& scene,
                                                const std::vector<BuiltBody>& built) {
  static std::once_flag once;  // worlds may be made in several threads
  std::call_once(once, let_bullet_throw_bad_alloc);
  return std::make_unique<BulletEngine>(scene, built);
}

}  // namespace condyle
