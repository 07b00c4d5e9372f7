// TrialWorld in Bullet.
#include "engines/trial_world.h"
#include "plugin/test_world.h"

namespace condyle::test {

using bullet::to_bullet;
using bullet::to_eigen;

struct TrialWorld::Engine {
  explicit Engine(const StepSettings& settings) : world(settings) {}

  TestWorld world;
  std::vector<btTransform> driven;  ///< poses, by body
  std::vector<StrandId> strands;
};

TrialWorld::TrialWorld(TrialScene scene)
    : scene_(std::move(scene)), engine_(std::make_unique<Engine>(scene_.step)) {
  TestWorld& world = engine_->world;
  world.world.setGravity(to_bullet(scene_.gravity));
  for (const TrialBody& of : scene_.bodies) {
    btRigidBody& body =
        world.add_mesh_body(of.surface, of.mass, to_bullet(of.inertia), of.X_WB.translation(),
                            Eigen::Quaterniond(of.X_WB.linear()));
    engine_->driven.push_back(body.getWorldTransform());
    if (of.mass > 0) {
      body.setLinearVelocity(to_bullet(of.velocity.linear));
      body.setAngularVelocity(to_bullet(of.velocity.angular));
    } else if (of.is_driven) {
      body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
      body.setInterpolationWorldTransform(body.getWorldTransform());
    }
  }
  for (const TrialStrand& strand : scene_.strands) {
    std::vector<btRigidBody*> bodies;
    for (const int body : strand.bodies) bodies.push_back(world.bodies[body].get());
    engine_->strands.push_back(world.plugin->add_strand(strand.strand, bodies, strand.path));
  }
}

TrialWorld::~TrialWorld() = default;
TrialWorld::TrialWorld(TrialWorld&&) noexcept = default;

AnySession& TrialWorld::session() { return *engine_->world.plugin; }
ColliderId TrialWorld::collider(int body) const { return engine_->world.colliders[body]; }

StrandId TrialWorld::strand(int strand) const { return engine_->strands[strand]; }

void TrialWorld::step(double dt, int count) {
  for (int i = 0; i < count; ++i) {
    for (std::size_t body = 0; body < scene_.bodies.size(); ++body) {
      if (!scene_.bodies[body].is_driven) continue;
      const Twist& velocity = scene_.bodies[body].velocity;
      btTransform next;
      btTransformUtil::integrateTransform(engine_->driven[body], to_bullet(velocity.linear),
                                          to_bullet(velocity.angular), static_cast<btScalar>(dt),
                                          next);
      engine_->world.bodies[body]->setWorldTransform(engine_->driven[body] = next);
    }
    engine_->world.step(dt);
  }
}

Pose TrialWorld::pose(int body) const {
  return bullet::to_pose(engine_->world.bodies[body]->getWorldTransform());
}

Twist TrialWorld::velocity(int body) const {
  const btRigidBody& of = *engine_->world.bodies[body];
  return {to_eigen(of.getAngularVelocity()), to_eigen(of.getLinearVelocity())};
}

void TrialWorld::set_velocity(int body, const Twist& velocity) {
  scene_.bodies[body].velocity = velocity;
  if (scene_.bodies[body].is_driven) return;
  engine_->world.bodies[body]->setLinearVelocity(to_bullet(velocity.linear));
  engine_->world.bodies[body]->setAngularVelocity(to_bullet(velocity.angular));
}

void TrialWorld::push(int body, const Eigen::Vector3d& force) {
  engine_->world.bodies[body]->applyCentralForce(to_bullet(force));
}

bool presses_along_casting_normal() { return true; }
bool divides_impacts() { return true; }
bool is_single_precision() { return !k_double_engine; }

}  // namespace condyle::test
