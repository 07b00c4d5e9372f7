#include <catch2/catch.hpp>

#include "condyle/geometry/shape.h"
#include "plugin/test_world.h"

namespace condyle::test::momentum_tests {

TEST_CASE("two free bodies keep linear and angular momentum through an oblique impact",
          "[bullet][momentum]") {
  const double rate = GENERATE(60., 240., 1000.);
  const double friction = GENERATE(0., 0.3);
  CAPTURE(rate, friction);
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  constexpr double k_radius = 0.04;
  const Layer soft{2e6, 0.3, 0.01};
  btRigidBody& a = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), soft, 0.3,
                                       sphere_inertia(0.3, k_radius), {-0.06, 0, 0});
  btRigidBody& b = world.add_mesh_body(mesh::make_icosphere(k_radius, 4), soft, 1.1,
                                       sphere_inertia(1.1, k_radius), {0.03, 0.02, 0.01});
  ContactSettings settings;
  settings.friction = {friction, friction, 1e-3, 1.5e-3};
  settings.dissipation = 0.3;
  world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                            CastingSide::first);
  a.setLinearVelocity(btVector3(1, btScalar(0.1), 0));
  a.setAngularVelocity(btVector3(3, -2, 5));
  b.setLinearVelocity(btVector3(btScalar(-0.2), 0, 0));
  btRigidBody* const bodies[] = {&a, &b};
  const Vector6 start = momentum(bodies);
  double pressed = 0;
  const double tolerance = k_double_engine ? 1e-12 : 1e-5;
  for (int i = 0; i < static_cast<int>(0.2 * rate); ++i) {
    world.step(1 / rate);
    if (!world.plugin->pairs().empty())
      pressed = std::max(pressed, world.plugin->pairs()[0].F_casting_W.force.norm());
    REQUIRE((momentum(bodies) - start).norm() < tolerance);
  }
  CHECK(pressed > 1);  // they met
}

TEST_CASE("a ball that hits a row of four passes its momentum on", "[bullet][momentum]") {
  // Newton's cradle: see "Limits" in docs/model.md for how the balls share it.
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  constexpr double k_radius = 0.01, k_mass = 0.033;
  const auto ball = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Sphere{k_radius}), mesh::make_icosphere(k_radius, 4),
      Layer{1e8, 0.3, 0.001});
  for (int i = 0; i < 5; ++i)
    world.add_mesh_body(ball, k_mass, sphere_inertia(k_mass, k_radius),
                        {i == 0 ? -2.5 * k_radius : 2 * (i - 1) * k_radius, 0, 0});
  world.plugin->set_default_contact({.friction = {0, 0}});
  world.bodies[0]->setLinearVelocity(btVector3(1, 0, 0));
  world.step(1 / rate, static_cast<int>(0.1 * rate));
  double sum = 0, energy = 0, slower = -1e-9;
  for (const auto& body : world.bodies) {
    const double velocity = body->getLinearVelocity().x();
    CHECK(velocity > slower);  // none bounces back, and each leaves the one behind it
    slower = velocity;
    sum += velocity;
    energy += velocity * velocity;
  }
  CHECK(sum == Approx(1).epsilon(k_double_engine ? 1e-8 : 1e-5));  // passes end at 1e-9
  CHECK(energy < 1);
  CHECK(slower > 0.3);
}

TEST_CASE("a strand between free bodies keeps linear and angular momentum", "[bullet][momentum]") {
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& a =
      world.add_body(new btSphereShape(btScalar(0.01)), 0.2, sphere_inertia(0.2, 0.05), {0, 0, 0});
  btRigidBody& b = world.add_body(new btSphereShape(btScalar(0.001)), 0.7,
                                  sphere_inertia(0.7, 0.05), {0.2, 0, 0});
  world.plugin->add_strand({"strand", 100, 0.1, 0.06, 0.5}, a, {0.02, 0.03, 0}, b, {0, 0.04, 0.01});
  b.setLinearVelocity(btVector3(0, btScalar(0.5), btScalar(0.2)));
  btRigidBody* const bodies[] = {&a, &b};
  const Vector6 start = momentum(bodies);
  const double tolerance = k_double_engine ? 1e-12 : 1e-5;
  double pulled = 0;
  for (int i = 0; i < 12; ++i) {  // then they meet, also in Bullet's own contact
    world.step(1.0 / 240);
    pulled = std::max(pulled, world.plugin->strands()[0].force.total_force);
    REQUIRE((momentum(bodies) - start).norm() < tolerance);
  }
  CHECK(pulled > 10);
}

}  // namespace condyle::test::momentum_tests
