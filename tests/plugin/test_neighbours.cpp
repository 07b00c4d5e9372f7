#include <catch2/catch.hpp>

#include "plugin/bits.h"
#include "plugin/pressing.h"

// Condyle next to Bullet's own contacts and joints, in one world and on one body.

namespace condyle::test::neighbours_tests {
namespace {

constexpr Layer k_foam{2e4, 0.4, 0.01};

void add_box(TestWorld& world, double mass, const Eigen::Vector3d& half,
             const Eigen::Vector3d& position) {
  world.add_body(new btBoxShape(bullet::to_bullet(half)), mass, box_inertia(mass, 2 * half),
                 position);
}

/// A stack on a slope that slides and topples in Bullet's own contact: bodies 0 to 4.
void add_bullet_stack(TestWorld& world) {
  add_box(world, 0, {1, 1, 0.1}, {5, 0, -0.1});
  for (int i = 0; i < 4; ++i) add_box(world, 1, {0.1, 0.1, 0.1}, {5 + 0.06 * i, 0, 0.1 + 0.21 * i});
}

constexpr std::size_t k_stack_bits = 5 * 18;

}  // namespace

TEST_CASE("Bullet's own pairs move as without the plugin, bit by bit", "[bullet][neighbours]") {
  TestWorld with, without;
  add_bullet_stack(without);
  without.plugin.reset();
  // The plugin makes Bullet solve each island alone. By default Bullet joins small islands, and the
  // stack would share a call with other bodies of the world.
  without.world.getSolverInfo().m_minimumSolverBatchSize = 1;

  add_bullet_stack(with);
  with.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 10, 10), k_foam, 0, btVector3(0, 0, 0),
                     {0, 0, 0});
  with.add_mesh_body(mesh::make_icosphere(0.03, 2), k_foam, 0.1, sphere_inertia(0.1, 0.03),
                     {0, 0, 0.03});
  for (int i = 0; i < 400; ++i) {
    with.step(1. / 240);
    without.step(1. / 240);
    std::vector<btScalar> bits = bits_of(with.world);
    bits.resize(k_stack_bits);
    REQUIRE(bits == bits_of(without.world));
  }
  CHECK(pressing(*with.plugin) == 1);
  CHECK(with.dispatcher.getNumManifolds() > 2);
}

TEST_CASE("a body stands half on Condyle's contact and half on Bullet's", "[bullet][neighbours]") {
  const double rate = GENERATE(60., 240.);
  TestWorld world;
  add_box(world, 2, {0.1, 0.05, 0.05}, {0, 0, 0.05});  // its centre between two blocks
  add_box(world, 0, {0.05, 0.1, 0.1}, {-0.07, 0, -0.1});
  add_box(world, 0, {0.05, 0.1, 0.1}, {0.07, 0, -0.1});
  btRigidBody &beam = *world.bodies[0], &ours = *world.bodies[1], &bullets = *world.bodies[2];
  world.plugin->add_collider(beam, k_polyethylene);
  world.plugin->add_collider(ours, k_polyethylene);
  world.step(1 / rate, static_cast<int>(2 * rate));
  for (int i = 0; i < 60; ++i) {
    world.step(1 / rate);
    REQUIRE(beam.getLinearVelocity().length() < 1e-3);
    REQUIRE(beam.getAngularVelocity().length() < 1e-2);
  }
  CHECK(bullet_points(world.world, beam, ours) == 0);
  CHECK(bullet_points(world.world, beam, bullets) > 0);
  CHECK(height(beam) == Approx(0.05).margin(1e-3));

  // Moments about the centre: the force at Condyle's centre of pressure balances the rest of the
  // weight somewhere on Bullet's block.
  REQUIRE(pressing(*world.plugin) == 1);
  const PairReport& pair = world.plugin->pairs()[0];
  const double carried = pair.F_casting_W.force.z(), weight = 2 * k_gravity;
  const double x = (pair.X_WC * pair.result().total.center_of_pressure).x();
  CHECK(carried > 0.2 * weight);
  CHECK(carried < 0.8 * weight);
  const double lever = -carried * x / (weight - carried);
  CHECK(lever > 0.02 - 1e-3);
  CHECK(lever < 0.1 + 1e-3);
}

TEST_CASE("a motor turns a body that presses, up to its limit", "[bullet][neighbours]") {
  TestWorld world;
  add_box(world, 0.5, {0.05, 0.05, 0.05}, {0, 0, 0.05});
  btRigidBody& box = *world.bodies[0];
  world.plugin->add_collider(box, k_foam);
  world.add_mesh_body(mesh::make_plane_grid(0.4, 0.4, 10, 10), k_foam, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  // A slider along z that can turn about z: only contact carries the weight.
  btTransform frame(btQuaternion(btVector3(0, 1, 0), btScalar(-M_PI / 2)));  // its x is z
  btSliderConstraint slider(box, frame, true);
  slider.setLowerLinLimit(-1);
  slider.setUpperLinLimit(1);
  const bool limited = GENERATE(true, false);
  slider.setLowerAngLimit(limited ? btScalar(-0.3) : btScalar(1));  // low > high: free
  slider.setUpperAngLimit(limited ? btScalar(0.3) : btScalar(-1));
  slider.setPoweredAngMotor(true);
  slider.setMaxAngMotorForce(10);
  slider.setTargetAngMotorVelocity(btScalar(0.5));
  world.world.addConstraint(&slider);
  world.step(1. / 240, 480);
  const double depth = flat_depth(k_foam, 0.5 * k_gravity, 0.01);
  CHECK(height(box) == at_depth(0.05 - depth, depth));
  const double turn = std::abs(slider.getAngularPos()), speed = box.getAngularVelocity().length();
  if (limited) {
    CHECK(turn == Approx(0.3).margin(0.02));
    CHECK(speed < 0.02);
  } else {
    CHECK(speed == Approx(0.5).epsilon(0.01));
    CHECK(std::abs(box.getAngularVelocity().z()) == Approx(0.5).epsilon(0.01));
  }
  world.world.removeConstraint(&slider);
}

}  // namespace condyle::test::neighbours_tests
