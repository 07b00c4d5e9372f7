#include <btBulletDynamicsCommon.h>
#include <condyle/bullet.h>
#include <condyle/condyle.h>

#include <cstdio>

using namespace condyle;

int main() {
  // Two meshes, each with an elastic layer. mesh::read_mesh() reads your own.
  const Layer layer{463e6, 0.46, 0.008};  // polyethylene: E [Pa], Poisson's ratio, thickness [m]
  const auto ball_mesh = mesh::make_icosphere(0.02, 5),
             plate_mesh = mesh::make_box({0.1, 0.1, 0.02});
  bullet::SurfaceShape ball_shape(std::make_shared<ContactSurface>(ball_mesh, layer));
  bullet::SurfaceShape plate_shape(std::make_shared<ContactSurface>(plate_mesh, layer));

  // An ordinary Bullet world: a ball of 60 kg rests on a static plate.
  btRigidBody ball(60, nullptr, &ball_shape, {0.01, 0.01, 0.01}), plate(0, nullptr, &plate_shape);
  ball.setWorldTransform(btTransform(btQuaternion::getIdentity(), {0, 0, 0.03}));
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity({0, 0, -9.81});
  world.addRigidBody(&ball);
  world.addRigidBody(&plate);

  // Condyle: one call installs it, and one call per body registers a collider.
  bullet::Plugin plugin(world);
  plugin.add_collider(ball, ball_shape.surface());
  plugin.add_collider(plate, plate_shape.surface());

  for (int step = 0; step < 240; ++step) world.stepSimulation(1.0 / 240, 0);
  for (const PairReport& pair : plugin.pairs())
    std::printf("peak pressure %.2f MPa under %.1f N\n", pair.result().total.max_pressure / 1e6,
                pair.F_casting_W.force.norm());
}
