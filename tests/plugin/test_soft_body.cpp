#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/mesh/primitives.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/soft_world.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"

// Rigid bodies on Bullet's soft bodies.

namespace condyle::test::soft_body_tests {
namespace {

constexpr Layer k_rubber{2e5, 0.4, 0.005};
constexpr double k_radius = 0.02;

double ball_inertia(double mass) { return 0.4 * mass * k_radius * k_radius; }

/// Energy of a ball without spin in gravity along -z [J].
double energy(const btRigidBody& ball) {
  const double mass = 1 / double(ball.getInvMass());
  const double inertia = ball_inertia(mass);
  return mass * k_gravity * double(ball.getWorldTransform().getOrigin().z()) +
         0.5 * mass * double(ball.getLinearVelocity().length2()) +
         0.5 * inertia * double(ball.getAngularVelocity().length2());
}

Vector6 momentum_of_both(btRigidBody& ball, const btSoftBody& soft) {
  btRigidBody* const bodies[] = {&ball};
  return momentum(bodies) + momentum(soft);
}

/// The pair's forces on the vertices of the soft side, world frame.
Eigen::Vector3d force_on_vertices(const PairReport& report, bool soft_casts) {
  const VertexForces& forces = report.vertex_forces();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& f : soft_casts ? forces.casting_C : forces.target_C) sum += f;
  return report.X_WC.linear() * sum;
}

}  // namespace

TEST_CASE("a ball and free nodes keep linear and angular momentum", "[bullet][soft][rounds]") {
  const bool soft_casts = GENERATE(false, true);
  const double friction = GENERATE(0., 0.4);
  const int substeps = GENERATE(1, 3);
  // Of few, every two of these choices meet, but not all three.
  if (few_or_all(true, false) && (soft_casts ^ (friction > 0) ^ (substeps > 1))) return;
  CAPTURE(soft_casts, friction, substeps);
  bullet::PluginSettings settings;
  settings.min_substeps = substeps;
  SoftWorld world(0, settings);
  // Without links, since Bullet's links change angular momentum.
  Lattice lattice;
  lattice.is_fixed_below = lattice.has_links = false;
  btSoftBody& soft = world.add_lattice(lattice);
  const ColliderId pad = world.plugin->add_collider(soft, k_rubber);
  btRigidBody& ball = world.add_body(mesh::make_icosphere(k_radius, 3), k_rubber, 0.3,
                                     ball_inertia(0.3), {0.003, 0.005, k_radius + 1e-3});
  ContactSettings contact;
  contact.dissipation = 0.5;
  contact.friction = {friction, friction, 1e-3, 1.5e-3};
  world.plugin->set_contact(soft_casts ? pad : world.colliders[0],
                            soft_casts ? world.colliders[0] : pad, contact, {}, CastingSide::first);
  ball.setLinearVelocity(btVector3(btScalar(0.1), 0, btScalar(-0.5)));
  ball.setAngularVelocity(btVector3(3, 2, 5));
  const Vector6 start = momentum_of_both(ball, soft);
  const double before = energy(ball);  // gravity is negligible in so short a time
  double pressed = 0;
  // Rounding in each step of the impulses of a thousand triangles on 324 nodes, which reach 10 m/s.
  const double tolerance = k_double_engine ? 1e-11 : 1e-4;
  for (int i = 0; i < 12; ++i) {
    world.step(1. / 240);
    for (const PairReport& report : world.plugin->pairs())
      pressed = std::max(pressed, report.F_casting_W.force.norm());
    const double change = (momentum_of_both(ball, soft) - start).norm();
    CAPTURE(i, change / tolerance);
    REQUIRE(change < tolerance);
  }
  CHECK(pressed > 0.2);  // they met: free nodes are light
  CHECK(energy(ball) < before);
}

TEST_CASE("a soft pad never gives a ball energy, and carries its weight at rest",
          "[bullet][soft][rounds]") {
  std::random_device device;
  const unsigned seed = device();
  std::mt19937 random(seed);
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<>(low, high)(random);
  };
  for (int run = 0; run < few_or_all(2, 3); ++run) {
    const double rate = uniform(120, 600), mass = std::exp(uniform(std::log(0.02), std::log(0.2)));
    const bool soft_casts = run % 2 == 1;
    Lattice lattice;
    lattice.cells = {6, 6, 2};
    // The nodes are so light that the four next to the ball would yield to its weight by `way` in a
    // step, and heavy enough to stop it: otherwise Bullet's links cannot hold the nodes together.
    const double way = std::exp(uniform(std::log(1e-5), std::log(5e-4)));
    lattice.mass = std::max(10 * mass, 7 * 7 * 3 * mass * k_gravity / (4 * way * rate * rate));
    lattice.stiffness = uniform(0.4, 0.9);
    lattice.iterations = 4;
    const double height = uniform(0, 0.02);
    CAPTURE(seed, run, rate, mass, soft_casts, way, lattice.stiffness, height);
    SoftWorld world;
    btSoftBody& soft = world.add_lattice(lattice);
    const ColliderId pad = world.plugin->add_collider(soft, k_rubber);
    btRigidBody& ball = world.add_body(mesh::make_icosphere(k_radius, 3), k_rubber, mass,
                                       ball_inertia(mass), {0.001, 0.002, k_radius + height});
    ContactSettings contact;
    contact.friction = {0.5, 0.5, 1e-3, 1.5e-3};
    world.plugin->set_contact(soft_casts ? pad : world.colliders[0],
                              soft_casts ? world.colliders[0] : pad, contact, {},
                              CastingSide::first);
    const double before = energy(ball);
    // In each step a body of Bullet falls slightly less than it should, which counts as energy [J].
    const double fallen = mass * k_gravity * k_gravity / rate * 0.1;
    double mean = 0;
    const int steps = static_cast<int>(1.5 * rate), last = static_cast<int>(0.25 * rate);
    for (int i = 0; i < steps; ++i) {
      world.step(1 / rate);
      REQUIRE(energy(ball) <= before + fallen);
      if (i < steps - last) continue;
      REQUIRE(world.plugin->pairs().size() == 1);
      mean -= force_on_vertices(world.plugin->pairs()[0], soft_casts).z() / last;
    }
    // The ball arrived at up to 0.6 m/s and still bounces and rocks at 0.05 m/s; that change over a
    // quarter of a second is 4 % of the weight.
    CHECK(mean == Approx(mass * k_gravity).epsilon(0.04));
    CHECK(std::abs(ball.getLinearVelocity().z()) < 0.05);
  }
}

TEST_CASE("a pad that rises pushes a ball up", "[bullet][soft]") {
  SoftWorld world;
  Lattice lattice;
  lattice.mass = 2;
  lattice.has_links = false;
  lattice.is_fixed_below = false;
  btSoftBody& soft = world.add_lattice(lattice);
  world.plugin->add_collider(soft, k_rubber);
  btRigidBody& ball = world.add_body(mesh::make_icosphere(k_radius, 3), k_rubber, 0.02,
                                     ball_inertia(0.02), {0, 0, k_radius + 1e-4});
  soft.setVelocity(btVector3(0, 0, 1));
  world.step(1. / 240, 8);
  CHECK(ball.getLinearVelocity().z() > 0.3);
}

TEST_CASE("a soft body whose proxy in the broad phase was made anew is registered anew",
          "[bullet][soft]") {
  SoftWorld world;
  Lattice lattice;
  lattice.mass = 2;
  btSoftBody& soft = world.add_lattice(lattice);
  ColliderId pad = world.plugin->add_collider(soft, k_rubber, {.name = "pad"});
  btRigidBody& ball = world.add_body(mesh::make_icosphere(k_radius, 3), k_rubber, 0.02,
                                     ball_inertia(0.02), {0, 0, k_radius});
  world.step(1. / 480, 120);
  for (int time = 0; time < 2; ++time) {
    world.world.refreshBroadphaseProxy(&soft);
    CHECK_THROWS_WITH(world.step(1. / 480), Catch::Contains("'pad'"));
    world.plugin->remove_collider(pad);
    pad = world.plugin->add_collider(soft, k_rubber, {.name = "pad"});
    world.step(1. / 480, 60);
    REQUIRE(world.plugin->pairs().size() == 1);
    CHECK(ball.getWorldTransform().getOrigin().z() > 0.9 * k_radius);
  }
  CHECK_THROWS_AS(world.plugin->set_contact(pad, pad, {}), InputError);
}

TEST_CASE("another soft body at the address of one that has gone is not taken for it",
          "[bullet][soft]") {
  SoftWorld world;
  btSoftBody& soft = world.add_lattice({});
  const ColliderId pad = world.plugin->add_collider(soft, k_rubber);
  world.step(1. / 480, 2);
  btSoftBodyWorldInfo* info = soft.getWorldInfo();
  world.world.removeSoftBody(&soft);
  // Bullet's own placement new: the same address again, as an allocator may return it.
  void* place = &soft;
  soft.~btSoftBody();
  const btVector3 nodes[] = {btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, 1, 0)};
  const btScalar masses[] = {1, 1, 1};
  btSoftBody* other = new (place) btSoftBody(info, 3, nodes, masses);
  other->appendFace(0, 1, 2);
  world.world.addSoftBody(other);
  CHECK_THROWS_AS(world.step(1. / 480), SimulationError);
  world.plugin->remove_collider(pad);
  world.step(1. / 480, 2);
}

TEST_CASE("soft bodies come and go, and what cannot be says so", "[bullet][soft]") {
  SoftWorld world;
  btSoftBody& soft = world.add_lattice({});
  bullet::Plugin& plugin = *world.plugin;
  const ColliderId pad = plugin.add_collider(soft, k_rubber, {.name = "pad"});
  btRigidBody& ball = world.add_body(mesh::make_icosphere(k_radius, 2), k_rubber, 0.02,
                                     ball_inertia(0.02), {0, 0, k_radius});
  CHECK_THROWS_WITH(plugin.add_collider(soft, k_rubber), Catch::Contains("registered already"));
  ContactSettings sticky;
  sticky.friction.mode = FrictionMode::stiction;
  sticky.friction.static_coefficient = 0.5;
  CHECK_THROWS_WITH(plugin.set_contact(pad, world.colliders[0], sticky),
                    Catch::Contains("no stiction"));
  ContactSettings hertz;
  hertz.normal.kind = NormalLawKind::hertz;
  hertz.normal.stiffness = 1e6;
  CHECK_THROWS_WITH(plugin.set_default_contact(hertz), Catch::Contains("acts on triangles"));
  CHECK_THROWS_WITH(plugin.move_vertices(pad, plugin.surface(pad).mesh().vertices),
                    Catch::Contains("is not deformed by the user"));
  Lattice above;
  above.center.z() = 0.1;
  btSoftBody& other = world.add_lattice(above);
  const ColliderId second = plugin.add_collider(other, k_rubber);
  CHECK_THROWS_WITH(plugin.set_contact(pad, second, {}), Catch::Contains("both soft bodies"));

  world.step(1. / 240, 4);
  CHECK(plugin.pairs().size() >= 1);
  plugin.remove_collider(pad);
  world.world.removeSoftBody(&soft);
  world.step(1. / 240, 60);
  CHECK(ball.getWorldTransform().getOrigin().z() < -0.1);  // nothing carries it
  world.world.addSoftBody(&soft);
  const ColliderId again = plugin.add_collider(soft, k_rubber);
  plugin.remove_collider(again);
  world.step(1. / 240, 2);
  btSoftBody bare(&world.world.getWorldInfo());
  CHECK_THROWS_WITH(plugin.add_collider(bare, k_rubber), Catch::Contains("no faces"));
}

}  // namespace condyle::test::soft_body_tests
