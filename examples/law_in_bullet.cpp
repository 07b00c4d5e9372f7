// A contact law of your own, in C++, in a Bullet world.
//
// A ball falls 1 mm onto a plate that presses back with F = k z^2 (1 + c z'), a law that Condyle
// does not have. Prints the depth z and the force once the ball rests, and beside them the depth
// at which the law holds its weight, sqrt(m g / k).
#include <btBulletDynamicsCommon.h>
#include <condyle/bullet.h>

#include <cmath>
#include <cstdio>
#include <memory>

using namespace condyle;

namespace {

// Computes all points of a pair in one call. The step is implicit, so it needs the slopes too.
int press_by_square(const condyle_normal_input* in, condyle_normal_force* out) {
  const double k = in->contact->parameters[0], c = in->contact->parameters[1];
  for (int i = 0; i < in->count; ++i) {
    const double z = in->touch[i].depth, damping = 1 + c * in->touch[i].rate;
    out[i] = {.force = k * z * z * damping,
              .by_depth = 2 * k * z * damping,
              .by_rate = c * k * z * z,
              .energy = k * z * z * z / 3};
  }
  return 0;  // any other number stops the step
}

}  // namespace

int main() {
  const double mass = 0.9, radius = 0.03, k = 1e10, gravity = 9.81;  // kg, m, N/m^2, m/s^2
  btSphereShape ball_shape(radius);
  btBoxShape plate_shape({0.1, 0.1, 0.01});
  btRigidBody ball(mass, nullptr, &ball_shape, {3e-4, 3e-4, 3e-4}), plate(0, nullptr, &plate_shape);
  ball.setWorldTransform(btTransform(btQuaternion::getIdentity(), {0, 0, 0.041}));
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
  world.setGravity({0, 0, -gravity});
  world.addRigidBody(&ball);
  world.addRigidBody(&plate);

  bullet::Plugin plugin(world);
  const Layer steel{200e9, 0.3, 0.005};  // our law does not read it
  const auto ball_collider = plugin.add_collider(ball, steel);
  const auto plate_collider = plugin.add_collider(plate, steel);
  ContactSettings settings;
  settings.normal.kind = NormalLawKind::user;
  settings.normal.user = std::make_shared<UserNormalLaw>(
      UserNormalLaw{.name = "press_by_square", .call = press_by_square, .parameters = {k, 2}});
  plugin.set_contact(ball_collider, plate_collider, settings);

  for (int step = 0; step < 240; ++step) world.stepSimulation(1.0 / 240, 0);
  for (const PairReport& pair : plugin.pairs())
    std::printf("depth %.3f um, force %.3f N\n", pair.result().total.max_proximity * 1e6,
                pair.F_casting_W.force.norm());
  std::printf("closed form %.3f um, weight %.3f N\n", std::sqrt(mass * gravity / k) * 1e6,
              mass * gravity);
}
