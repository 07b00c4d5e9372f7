// The energy ledger, compared with closed forms and with the bodies' motion.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/solver/step.h"
#include "plugin/pressing.h"

namespace condyle::test::energy_ledger_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_layer{1e6, 0.3, 0.005};
constexpr double k_side = 0.05, k_mass = 1;
const Vector3d k_size(k_side, k_side, k_side);
// Stiffness of a flat face [N/m].
const double k_stiffness = stiffness_per_area(k_layer) * k_side * k_side;
/// Rounding in a sum over some hundred steps; a float engine's velocities have 7 digits.
constexpr double k_rounding = k_double_engine ? 1e-9 : 2e-4;

/// A box that falls flat onto a plate.
struct BoxOverPlate {
  explicit BoxOverPlate(double gap, const ContactSettings& settings = {},
                        const bullet::PluginSettings& plugin = {})
      : world(plugin) {
    box = &world.add_mesh_body(mesh::make_box(k_size, {4, 4, 4}), k_layer, k_mass,
                               box_inertia(k_mass, k_size), {0, 0, k_side / 2 + gap});
    world.add_mesh_body(mesh::make_plane_grid(2, 2, 4, 4), k_layer, 0, btVector3(0, 0, 0),
                        {0, 0, 0});
    world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                              CastingSide::first);
  }
  double depth() const { return k_side / 2 - height(*box); }
  double kinetic() const { return 0.5 * k_mass * double(box->getLinearVelocity().length2()); }
  const EnergyLedger& step() const { return world.plugin->energy(); }
  const EnergyLedger& total() const { return world.plugin->energy_totals(); }

  TestWorld world;
  btRigidBody* box = nullptr;
};

/// The difference between the two sides of the balance.
double gap_of(const EnergyLedger& ledger) {
  return ledger.start + ledger.added() - ledger.stored() - ledger.dissipated() - ledger.numbers;
}

double spring_energy(double depth) { return depth > 0 ? 0.5 * k_stiffness * depth * depth : 0.0; }

}  // namespace

TEST_CASE("ledger: an elastic bounce loses what backward Euler takes, step by step",
          "[bullet][ledger]") {
  bullet::PluginSettings plugin;
  plugin.integration = bullet::Integration::backward_euler;
  BoxOverPlate bounce(1e-4, {}, plugin);
  bounce.world.world.setGravity(btVector3(0, 0, 0));
  bounce.box->setLinearVelocity(btVector3(0, 0, btScalar(-0.1)));
  const double start = bounce.kinetic(), dt = 0.1 * std::sqrt(k_mass / k_stiffness);
  double most_elastic = 0, numbers = 0;
  for (int i = 0; i < 60; ++i) {
    const double depth = bounce.depth(), speed = double(bounce.box->getLinearVelocity().z());
    bounce.world.step(dt);
    const EnergyLedger& step = bounce.step();
    const double depth_now = bounce.depth();
    const double change = double(bounce.box->getLinearVelocity().z()) - speed;
    // The work is that of the spring's force at the end of the step.
    const double force = depth_now > 0 ? k_stiffness * depth_now : 0.0;
    const double taken = 0.5 * k_mass * change * change + force * (depth_now - depth) -
                         (spring_energy(depth_now) - spring_energy(depth));
    CHECK(step.numbers == Approx(taken).margin(k_rounding * start));
    CHECK(step.elastic == Approx(spring_energy(depth_now)).margin(k_rounding * start));
    CHECK(step.kinetic == Approx(bounce.kinetic()));
    CHECK(std::abs(gap_of(step)) < 1e-12 * start);
    most_elastic = std::max(most_elastic, step.elastic);
    numbers += step.numbers;
  }
  CHECK(most_elastic > 0.5 * start);
  CHECK(bounce.total().start == Approx(start));
  CHECK(bounce.total().kinetic == Approx(start - numbers).epsilon(k_rounding));
  CHECK(bounce.total().numbers == Approx(numbers).epsilon(1e-9));
  CHECK(bounce.total().dissipated() == 0);
}

TEST_CASE("ledger: Hunt and Crossley's damping takes what its restitution says",
          "[bullet][ledger]") {
  // lambda v = 0.75 has e = 0.66296 (ORACLES 3.6).
  constexpr double k_speed = 0.5, k_restitution = 0.66296;
  ContactSettings settings;
  settings.dissipation = 0.75 / k_speed / 1.5;
  BoxOverPlate impact(1e-5, settings);
  impact.world.world.setGravity(btVector3(0, 0, 0));
  impact.box->setLinearVelocity(btVector3(0, 0, static_cast<btScalar>(-k_speed)));
  const double start = impact.kinetic();
  impact.world.step(0.002 * std::sqrt(k_mass / k_stiffness), 5000);
  const EnergyLedger& total = impact.total();
  // Backward Euler itself loses about pi w = 0.6 % of the energy.
  CHECK(total.damping == Approx(start * (1 - k_restitution * k_restitution)).epsilon(0.01));
  CHECK(std::abs(total.numbers) < 0.007 * start);
  CHECK(total.numbers > -k_rounding * start);
  CHECK(total.elastic == 0);
  CHECK(std::abs(gap_of(total)) < 1e-9 * start);
}

TEST_CASE("ledger: a block that slides under a push takes mu N s of it", "[bullet][ledger]") {
  const int substeps = GENERATE(1, 4);
  constexpr double k_mu = 0.2, k_speed = 0.1, k_dt = 1. / 240, k_push = 3;
  ContactSettings settings;
  settings.friction = {k_mu, k_mu, 1e-4, 2e-4};
  bullet::PluginSettings plugin;
  plugin.min_substeps = substeps;
  BoxOverPlate slide(-flat_depth(k_layer, k_mass * k_gravity, k_side * k_side), settings, plugin);
  slide.box->setAngularFactor(btScalar(0));
  slide.box->setLinearVelocity(btVector3(btScalar(k_speed), 0, 0));
  for (int i = 0; i < 120; ++i) {
    slide.box->applyCentralForce(btVector3(btScalar(k_push), 0, 0));
    slide.world.step(k_dt);
    CHECK(std::abs(gap_of(slide.step())) < 1e-12);
  }
  const EnergyLedger& total = slide.total();
  const double distance = double(slide.box->getWorldTransform().getOrigin().x());
  CHECK(total.friction ==
        Approx(k_mu * k_mass * k_gravity * distance).epsilon(k_double_engine ? 1e-6 : 2e-3));
  // Weight does no work at constant height.
  CHECK(total.external == Approx(k_push * distance).epsilon(k_double_engine ? 1e-6 : 1e-3));
  CHECK(total.damping == 0);
  CHECK(total.by_moved == 0);
  // Backward Euler would take half of m times the square of the change of speed in each of the 240
  // steps (or their sub-steps) a second, at an acceleration of 1 m/s^2. The box slides in a soft
  // direction, in which the numbers take next to nothing.
  const double acceleration = k_push / k_mass - k_mu * k_gravity;
  const double taken = 120 * substeps * 0.5 * k_mass * std::pow(acceleration * k_dt / substeps, 2);
  CHECK(total.numbers > -1e-6 * taken);
  CHECK(total.numbers < 0.1 * taken);
}

TEST_CASE("ledger: what a bristle holds is no friction", "[bullet][ledger]") {
  ContactSettings settings;
  settings.friction = {0.5, 0.5, 1e-4, 2e-4, FrictionMode::stiction};
  BoxOverPlate hold(-flat_depth(k_layer, k_mass * k_gravity, k_side * k_side), settings);
  hold.box->setAngularFactor(btScalar(0));
  for (int i = 0; i < 120; ++i) {
    hold.box->applyCentralForce(btVector3(2, 0, 0));  // mu m g is 4.9 N
    hold.world.step(1. / 240);
  }
  const EnergyLedger& total = hold.total();
  const double normal = spring_energy(hold.depth());
  const double way = double(hold.box->getWorldTransform().getOrigin().x());
  CHECK(total.friction <= 1e-3 * total.external);
  CHECK(total.elastic - normal == Approx(0.5 * 2 * way).epsilon(0.02));
}

TEST_CASE("ledger: a plate that rises puts in what the box gains", "[bullet][ledger]") {
  constexpr double k_half = 0.05, k_rate = 240, k_speed = 0.2;
  constexpr Layer k_foam{2e4, 0.4, 0.01};
  const double rest = flat_depth(k_foam, k_mass * k_gravity, 4 * k_half * k_half);
  TestWorld world;
  btRigidBody& box = world.add_body(
      new btBoxShape(btVector3(btScalar(k_half), btScalar(k_half), btScalar(k_half))), k_mass,
      box_inertia(k_mass, Vector3d::Constant(2 * k_half)), {0, 0, k_half - rest});
  world.plugin->add_collider(box, k_foam);
  btDefaultMotionState state;
  btRigidBody& plate = world.add_body(new btBoxShape(btVector3(1, 1, btScalar(0.1))), 0,
                                      btVector3(0, 0, 0), {0, 0, -0.1});
  plate.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  plate.setMotionState(&state);
  world.plugin->add_collider(plate, std::make_shared<const ContactSurface>(
                                        mesh::make_box({0.5, 0.5, 0.2}, {4, 4, 1}), k_foam));
  double pushed = 0;
  const double start = height(box);
  for (int i = 1; i <= 120; ++i) {
    state.setWorldTransform(btTransform(btQuaternion::getIdentity(),
                                        btVector3(0, 0, btScalar(k_speed * i / k_rate - 0.1))));
    world.step(1 / k_rate);
    const PairReport& pair = world.plugin->pairs()[0];
    pushed += std::abs(pair.F_casting_W.force.z()) * k_speed / k_rate;
  }
  const EnergyLedger& total = world.plugin->energy_totals();
  CHECK(total.by_moved == Approx(pushed).epsilon(k_double_engine ? 1e-6 : 1e-3));
  CHECK(total.external ==
        Approx(-k_mass * k_gravity * (height(box) - start)).epsilon(k_double_engine ? 1e-9 : 1e-4));
  CHECK(total.kinetic == Approx(0.5 * k_mass * k_speed * k_speed).epsilon(0.01));
  CHECK(total.dissipated() == 0);
  // The start is an impact at 0.2 m/s, of which the numbers take at most m v^2 / 2.
  CHECK(total.numbers > 0);
  CHECK(total.numbers <= 0.5 * k_mass * k_speed * k_speed * (1 + k_rounding));
  CHECK(total.start + total.by_moved + total.external ==
        Approx(total.stored() + total.numbers).epsilon(1e-9));
  plate.setMotionState(nullptr);
}

TEST_CASE("ledger: a motor puts in what a wheel gains", "[bullet][ledger]") {
  constexpr double k_inertia = 0.01, k_torque = 0.5, k_dt = 1. / 240;
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& wheel = world.add_body(
      new btSphereShape(btScalar(0.05)), k_mass,
      btVector3(btScalar(k_inertia), btScalar(k_inertia), btScalar(k_inertia)), {0, 0, 0});
  btHingeConstraint hinge(wheel, btVector3(0, 0, 0), btVector3(0, 0, 1));
  hinge.enableAngularMotor(true, btScalar(100), btScalar(k_torque * k_dt));
  world.world.addConstraint(&hinge);
  constexpr int k_steps = 120;
  world.step(k_dt, k_steps);
  const EnergyLedger& total = world.plugin->energy_totals();
  const double turning = std::abs(double(wheel.getAngularVelocity().z()));
  REQUIRE(turning == Approx(k_torque * k_dt * k_steps / k_inertia).epsilon(1e-3));
  CHECK(total.kinetic == Approx(0.5 * k_inertia * turning * turning).epsilon(1e-6));
  // Each step's impulse acts at the speed of the step's end: (n + 1) / n of the gain.
  CHECK(total.by_joints == Approx(total.kinetic * (1 + 1. / k_steps)).epsilon(1e-3));
  CHECK(total.numbers == Approx(total.kinetic / k_steps).epsilon(0.1));
  CHECK(total.engine_contacts == 0);
  world.world.removeConstraint(&hinge);
}

TEST_CASE("ledger: a strand gives back what it holds, and its damping takes the rest",
          "[bullet][ledger]") {
  const double damping = GENERATE(0., 5.);
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& weight = world.add_body(new btSphereShape(btScalar(0.01)), k_mass,
                                       sphere_inertia(k_mass, 0.01), {0, 0, 0.11});
  btRigidBody& ground =
      world.add_body(new btSphereShape(btScalar(0.01)), 0, btVector3(0, 0, 0), {0, 0, 0});
  const ligament::Strand cord{"cord", 1000, 0.1, 0.06, damping};
  world.plugin->add_strand(cord, weight, {0, 0, 0}, ground, {0, 0, 0});
  weight.setLinearVelocity(btVector3(0, 0, btScalar(0.2)));
  const double held = evaluate(cord, 0.11, 0).potential_energy;
  world.step(1e-4, 600);  // the body comes free and has not yet reached the ground's ball
  const EnergyLedger& total = world.plugin->energy_totals();
  const double start = 0.5 * k_mass * 0.04 + held;
  CHECK(total.start == Approx(start).epsilon(1e-6));
  CHECK((total.ligament_damping > 0) == (damping > 0));
  CHECK(std::abs(gap_of(total)) < 1e-12);
  // The numbers take w dt of the energy per radian, w = sqrt(1e4 / 1) 1/s: 1 % per radian.
  CHECK(std::abs(total.numbers) < 0.02 * start);
  CHECK(total.kinetic + total.ligaments + total.ligament_damping == Approx(start).epsilon(0.02));
}

TEST_CASE("ledger: a blow on Bullet's own contact, and drag, are told apart", "[bullet][ledger]") {
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& box =
      world.add_body(new btBoxShape(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1))), k_mass,
                     box_inertia(k_mass, Vector3d::Constant(0.2)), {0, 0, 0.11});
  world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0, btVector3(0, 0, 0), {0, 0, 0});
  box.setLinearVelocity(btVector3(0, 0, -1));
  world.step(1. / 240, 60);
  const EnergyLedger total = world.plugin->energy_totals();
  CHECK(total.start == Approx(0.5));
  // All energy is lost, since there is no restitution; the tolerance is for Bullet's slop.
  CHECK(total.engine_contacts == Approx(0.5 - total.kinetic).epsilon(0.05));
  CHECK(total.drag == 0);

  box.setLinearVelocity(btVector3(0, 0, 1));  // set by the user between steps
  box.setAngularVelocity(btVector3(0, 0, 0));
  box.setDamping(btScalar(0.5), 0);
  world.step(1. / 240, 60);
  const EnergyLedger& later = world.plugin->energy_totals();
  CHECK(later.by_user == Approx(0.5 - total.kinetic).epsilon(1e-3));
  CHECK(later.drag ==
        Approx(later.start + later.added() - later.stored() - later.engine_contacts - later.numbers)
            .epsilon(1e-6));
  CHECK(later.drag == Approx(0.5 * (1 - std::pow(0.5, 2 * 60. / 240))).epsilon(0.01));
}

}  // namespace condyle::test::energy_ledger_tests
