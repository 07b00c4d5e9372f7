#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "condyle/ligament/strand_path.h"
#include "plugin/test_world.h"

// Ligaments in Bullet: rest, frequency, pulleys, and live changes.

namespace condyle::test::strands_tests {
namespace {

using Eigen::Vector3d;

btRigidBody& add_hook(TestWorld& world, const Vector3d& p_W) {
  return world.add_body(new btSphereShape(btScalar(0.001)), 0, btVector3(0, 0, 0), p_W);
}

btRigidBody& add_mass(TestWorld& world, double mass, const Vector3d& p_W) {
  return world.add_body(new btSphereShape(btScalar(0.01)), mass, sphere_inertia(mass, 0.05), p_W);
}

double height(const btRigidBody& body) { return body.getWorldTransform().getOrigin().z(); }

const StrandReport& report(const TestWorld& world, std::size_t i = 0) {
  return world.plugin->strands()[i];
}

/// Half of the critical damping, while the strand lengthens.
double half_critical_damping(const ligament::Strand& strand, double mass) {
  return std::sqrt(strand.linear_stiffness * mass * strand.slack_length);
}

/// Number of steps in which a swing decays to 1e-8. The strand damps while it lengthens, half of
/// the time, and backward Euler divides the amplitude by sqrt(1 + (w dt)^2) per step.
int steps_to_rest(const ligament::Strand& strand, double length, double mass, double dt) {
  const ligament::StrandForce lengthening = evaluate(strand, length, 1e-9);
  const double squared = dt * dt * lengthening.stiffness / mass;
  const double damped = dt * lengthening.damping / (4 * mass);
  return 20 + static_cast<int>(std::log(1e8) / (0.5 * std::log1p(squared) + damped));
}

/// A fixed cylinder about the y axis, with a mass on either side.
struct Atwood {
  TestWorld world;
  ligament::Strand strand{"cable", 2000, 0, 0.06, 0};
  btRigidBody *pulley, *heavy, *light;
  StrandId id;
  static constexpr double k_radius = 0.05, k_left = 3, k_right = 2;

  /// Both masses hang 0.4 m below the axis, with the strand at its final tension.
  explicit Atwood(double radius = k_radius) {
    pulley = &add_hook(world, {0, 0, 0});
    heavy = &add_mass(world, k_left, {-radius, 0, -0.4});
    light = &add_mass(world, k_right, {radius, 0, -0.4});
    const double tension = 2 * k_left * k_right / (k_left + k_right) * k_gravity;
    strand.slack_length =
        slack_length_from_reference_force(strand, 0.8 + std::numbers::pi * radius, tension);
    ligament::StrandPath path;
    path.points = {{.body = 0}, {.body = 2}};
    ligament::PathObstacle wheel{
        .name = "wheel", .body = 1, .shape = geometry::InfiniteCylinder{radius}, .side = {}};
    wheel.X_BS.linear() =
        Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
    wheel.side = Vector3d(0, 1, 0);  // up in the world
    path.obstacles.push_back(wheel);
    btRigidBody* const bodies[] = {heavy, pulley, light};
    id = world.plugin->add_strand(strand, bodies, path);
  }
};

}  // namespace

TEST_CASE("a mass on a strand settles at the closed form's length", "[bullet][strand]") {
  const double rate = GENERATE(60., 240., 1000.);
  for (const double mass : {0.01, 1., 30., 1000.}) {
    for (const double k : {10., 1e3, 1e5, 1e7}) {
      ligament::Strand strand{"cord", k, 0.5, 0.06, 0};
      const double strain = strain_at_spring_force(strand, mass * k_gravity);
      if (strain >= 0.5) continue;
      strand.damping_coefficient = half_critical_damping(strand, mass);
      const double length = strand.slack_length * (1 + strain);
      CAPTURE(rate, mass, k, strain);
      TestWorld world;
      btRigidBody& hook = add_hook(world, {0, 0, 0});
      const double start = strand.slack_length * (1 + 1.05 * strain);  // stretched 5 % too far
      btRigidBody& body = add_mass(world, mass, {0, 0, -start});
      world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
      world.step(1 / rate, steps_to_rest(strand, length, mass, 1 / rate));
      // The pose of rest is the fixed point of the scheme: only rounding and the decaying swing
      // remain.
      const double tolerance = k_double_engine ? 1e-7 : 2e-5;
      CHECK(std::abs(report(world).length - length) < tolerance * length);
      CHECK(report(world).force.total_force ==
            Approx(mass * k_gravity).epsilon(k_double_engine ? 1e-5 : 0.02));
      CHECK(report(world).condition == StrandCondition::taut);
    }
  }
}

TEST_CASE("an undamped mass on a strand swings as backward Euler does", "[bullet][strand]") {
  // x'' = -w^2 x: each step multiplies by 1 / (1 - i w dt), so the angle is atan(w dt) a step and
  // the amplitude falls by sqrt(1 + (w dt)^2): first order in dt, and exact to rounding here.
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_mass = 2, k_stiffness = 400, k_slack = 0.5;
  const ligament::Strand strand{"cord", k_stiffness, k_slack, 0.01, 0};
  const double omega = std::sqrt(k_stiffness / k_slack / k_mass);
  const double dt = 1 / rate;
  const double rest = -k_slack * (1 + strain_at_spring_force(strand, k_mass * k_gravity));
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, k_mass, {0, 0, rest - 0.01});
  world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
  double x = -0.01, v = 0, last = x;
  double first_crossing = 0, last_crossing = 0;
  int crossings = 0;
  for (int i = 1; i <= static_cast<int>(2 * rate); ++i) {
    v = (v - dt * omega * omega * x) / (1 + dt * dt * omega * omega);
    x += dt * v;
    world.step(dt);
    const double now = height(body) - rest;
    REQUIRE(std::abs(now - x) < (k_double_engine ? 1e-10 : 2e-6));
    if (last < 0 && now >= 0) {
      const double at = dt * (i - now / (now - last));
      if (crossings++ == 0) first_crossing = at;
      last_crossing = at;
    }
    last = now;
  }
  const double period = (last_crossing - first_crossing) / (crossings - 1);
  CAPTURE(rate, period, 2 * std::numbers::pi / omega);
  CHECK(period == Approx(2 * std::numbers::pi * dt / std::atan(omega * dt)).epsilon(0.005));
}

TEST_CASE("two masses on a cable over a pulley accelerate as Atwood's", "[bullet][strand]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  Atwood atwood;
  const double a =
      (Atwood::k_left - Atwood::k_right) / (Atwood::k_left + Atwood::k_right) * k_gravity;
  const int steps = static_cast<int>(0.4 * rate);
  const double tolerance = k_double_engine ? 1e-9 : 2e-4;
  for (int i = 1; i <= steps; ++i) {
    atwood.world.step(1 / rate);
    const double v = a * i / rate;
    REQUIRE(std::abs(atwood.heavy->getLinearVelocity().z() + v) < tolerance);
    REQUIRE(std::abs(atwood.light->getLinearVelocity().z() - v) < tolerance);
  }
  // The work of the weights becomes kinetic energy, except for the scheme's fraction 1 / (steps +
  // 1).
  const double gone = -0.4 - height(*atwood.heavy);
  const double work = (Atwood::k_left - Atwood::k_right) * k_gravity * gone;
  const double v = atwood.heavy->getLinearVelocity().length();
  const double kinetic = 0.5 * (Atwood::k_left + Atwood::k_right) * v * v;
  CHECK(kinetic == Approx(work * steps / (steps + 1.0)).epsilon(k_double_engine ? 1e-8 : 2e-3));
  // The pulley bears both parts of the cable and is not turned.
  const Wrench on_pulley =
      atwood.world.plugin->strand_wrench(report(atwood.world).id, *atwood.pulley);
  const double tension = report(atwood.world).force.total_force;
  CHECK((on_pulley.force - Vector3d(0, 0, -2 * tension)).norm() < 1e-6 * tension);
  CHECK(on_pulley.moment.norm() < 1e-6 * tension);
}

TEST_CASE("bodies on a strand through points and over obstacles keep momentum",
          "[bullet][strand][momentum]") {
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& a = add_mass(world, 0.2, {-0.3, -0.2, 0});
  btRigidBody& b = add_mass(world, 1.5, {-0.15, 0.1, 0.01});
  btRigidBody& c = add_mass(world, 0.7, {0, 0, 0});
  btRigidBody& d = add_mass(world, 0.4, {0.3, -0.1, 0.02});
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {0.02, 0, 0.01}},
                 {.body = 1, .p_B = {0, 0.01, 0}},
                 {.body = 3, .p_B = {0, 0.01, 0}}};
  path.obstacles.push_back(
      {.name = "ball", .body = 2, .shape = geometry::Ellipsoid{{0.06, 0.08, 0.07}}, .side = {}});
  btRigidBody* const bodies[] = {&a, &b, &c, &d};
  world.plugin->add_strand({"strand", 300, 0.6, 0.06, 0.5}, bodies, path);
  d.setLinearVelocity(btVector3(0, btScalar(0.5), btScalar(0.2)));
  c.setAngularVelocity(btVector3(2, 1, 3));
  const Vector6 start = momentum(bodies);
  const double tolerance = k_double_engine ? 1e-12 : 1e-5;
  double pulled = 0;
  for (int i = 0; i < 40; ++i) {
    world.step(1.0 / 240);
    REQUIRE((momentum(bodies) - start).norm() < tolerance);
    pulled = std::max(pulled, report(world).force.total_force);
  }
  CHECK(pulled > 10);
}

TEST_CASE("a mass that swings on a strand over an obstacle stays in hand", "[bullet][strand]") {
  // The strand's end is fixed on one side of the obstacle; the mass hangs and swings on the other.
  const double rate = GENERATE(60., 240., 1000.);
  const double k = GENERATE(1e3, 1e6);
  const std::vector<geometry::Shape> shapes{geometry::Sphere{0.1}, geometry::Cylinder{0.1, 0.5},
                                            geometry::Ellipsoid{{0.1, 0.15, 0.12}},
                                            geometry::Capsule{0.1, 0.2}};
  for (const geometry::Shape& shape : shapes) {
    CAPTURE(rate, k, name(shape));
    TestWorld world;
    constexpr double k_mass = 5;
    btRigidBody& hook = add_hook(world, {-0.3, 0.01, 0});
    btRigidBody& body = add_mass(world, k_mass, {0.25, -0.02, -0.3});
    ligament::StrandPath path;
    path.points = {{.body = 0}, {.body = 1, .p_B = {0, 0, 0.01}}};
    ligament::PathObstacle log{.name = "log", .body = 0, .shape = shape, .side = {}};
    log.X_BS.translation() = Vector3d(0.3, -0.01, 0);
    log.X_BS.linear() =
        Eigen::AngleAxisd(std::numbers::pi / 2, Vector3d::UnitX()).toRotationMatrix();
    path.obstacles.push_back(log);
    btRigidBody* const bodies[] = {&hook, &body};
    const StrandId id = world.plugin->add_strand({"rope", k, 0.7, 0.06, 0}, bodies, path);
    world.plugin->set_reference_force(id, k_mass * k_gravity);
    const double slack = world.plugin->strand(id).slack_length;
    const auto energy = [&] {
      const double inertia = 1 / double(body.getInvInertiaDiagLocal().x());
      return k_mass * k_gravity * height(body) + 0.5 * k_mass * body.getLinearVelocity().length2() +
             0.5 * inertia * body.getAngularVelocity().length2() +
             evaluate(world.plugin->strand(id), world.plugin->strand_length(id), 0)
                 .potential_energy;
    };
    double before = energy();
    const double start = before, size = k_mass * k_gravity * slack;
    for (int i = 0; i < static_cast<int>(1.5 * rate); ++i) {
      world.step(1 / rate);
      const double now = energy();
      REQUIRE(now < before + (k_double_engine ? 1e-7 : 1e-3) * size);  // energy only decreases
      REQUIRE(report(world).length < 1.5 * slack);
      REQUIRE(report(world).path_status == ligament::PathStatus::complete);
      before = now;
    }
    if (rate == 1000. && k == 1e3) CHECK(before > start - 0.1 * size);
  }
}

TEST_CASE("a slack strand does nothing at all", "[bullet][strand]") {
  const auto fall = [](bool with_strand) {
    TestWorld world;
    btRigidBody& hook = add_hook(world, {0, 0, 0});
    btRigidBody& body = add_mass(world, 1, {0.1, 0, -0.2});
    body.setAngularVelocity(btVector3(1, 2, 3));
    if (with_strand)
      world.plugin->add_strand({"cord", 1e6, 5, 0.06, 0.3}, hook, {0, 0, 0}, body, {0.01, 0, 0});
    world.step(1.0 / 240, 100);
    return body.getWorldTransform();
  };
  const btTransform with = fall(true), without = fall(false);
  CHECK((with.getOrigin() - without.getOrigin()).length() < (k_double_engine ? 1e-14 : 1e-6));

  // At rest without gravity, just at slack length: no motion at all.
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, 0.01, {0, 0, -0.5});
  world.plugin->add_strand({"cord", 1e7, 0.5, 0, 0.3}, hook, {0, 0, 0}, body, {0, 0, 0});
  world.step(1.0 / 60, 200);
  CHECK(body.getLinearVelocity().length() == 0);
  CHECK(report(world).condition == StrandCondition::slack);
}

TEST_CASE("a strand cut in flight lets go exactly, and is there again when restored",
          "[bullet][strand]") {
  Atwood atwood;
  atwood.world.step(1.0 / 240, 30);

  TestWorld free;  // from then on Bullet alone moves it
  btRigidBody& twin = add_mass(free, Atwood::k_left, {0, 0, 0});
  twin.setWorldTransform(atwood.heavy->getWorldTransform());
  twin.setLinearVelocity(atwood.heavy->getLinearVelocity());
  twin.setAngularVelocity(atwood.heavy->getAngularVelocity());
  atwood.world.plugin->cut_strand(atwood.id);
  for (int i = 0; i < 60; ++i) {
    atwood.world.step(1.0 / 240);
    free.step(1.0 / 240);
    REQUIRE(twin.getWorldTransform() == atwood.heavy->getWorldTransform());
    REQUIRE(twin.getLinearVelocity() == atwood.heavy->getLinearVelocity());
    REQUIRE(report(atwood.world).condition == StrandCondition::cut);
    REQUIRE(report(atwood.world).force.total_force == 0);
    REQUIRE(
        atwood.world.plugin->strand_wrench(report(atwood.world).id, *atwood.heavy).force.norm() ==
        0);
  }
  CHECK(report(atwood.world).length ==
        Approx(atwood.world.plugin->strand_length(atwood.id)).epsilon(1e-6));
  atwood.world.plugin->restore_strand(atwood.id);
  atwood.world.step(1.0 / 240);
  CHECK(report(atwood.world).condition == StrandCondition::taut);
  CHECK(report(atwood.world).force.total_force > 0);
}

TEST_CASE("a cut that is taken back at once leaves every bit as it was", "[bullet][strand]") {
  Atwood plain, cut;
  for (Atwood* atwood : {&plain, &cut}) atwood->world.step(1.0 / 240, 20);
  cut.world.plugin->cut_strand(cut.id);
  cut.world.plugin->restore_strand(cut.id);
  for (Atwood* atwood : {&plain, &cut}) atwood->world.step(1.0 / 240, 40);
  CHECK(plain.heavy->getWorldTransform() == cut.heavy->getWorldTransform());
  CHECK(plain.light->getLinearVelocity() == cut.light->getLinearVelocity());
}

TEST_CASE("a strand's parameters change while it runs", "[bullet][strand]") {
  constexpr double k_mass = 2;
  ligament::Strand strand{"cord", 400, 0.5, 0.06, 0};
  strand.damping_coefficient = half_critical_damping(strand, k_mass);
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, k_mass, {0, 0, -0.52});
  const StrandId id = world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
  const auto settled_length = [&] {
    world.step(1.0 / 240, 2400);
    return report(world).length;
  };
  const auto expected_length = [&] {
    const ligament::Strand now = world.plugin->strand(id);
    return now.slack_length * (1 + strain_at_spring_force(now, k_mass * k_gravity));
  };
  const double tolerance = k_double_engine ? 1e-8 : 1e-5;
  CHECK(std::abs(settled_length() - expected_length()) < tolerance);
  strand.linear_stiffness = 150;
  strand.transition_strain = 0.03;
  world.plugin->set_strand(id, strand);
  CHECK(std::abs(settled_length() - expected_length()) < tolerance);
  world.plugin->set_reference_strain(id, 0.4);
  CHECK(world.plugin->strand(id).slack_length == Approx(report(world).length / 1.4));
  CHECK(std::abs(settled_length() - expected_length()) < tolerance);
  world.plugin->set_reference_force(id, k_mass * k_gravity);
  const double before = report(world).length;
  CHECK(std::abs(settled_length() - before) < 1e-5);
}

TEST_CASE("a strand that applies no force is reported, and its bodies do not feel it",
          "[bullet][strand]") {
  ligament::Strand strand{"gauge", 400, 0.5, 0.06, 0};
  strand.applies_force = false;
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, 2, {0, 0, -0.52});
  const StrandId id = world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
  for (int i = 1; i <= 20; ++i) {
    world.step(1.0 / 240);
    CHECK(double(body.getLinearVelocity().z()) == Approx(-k_gravity * i / 240.0).epsilon(1e-6));
    const ligament::StrandForce expected =
        evaluate(strand, -double(body.getWorldTransform().getOrigin().z()), 0);
    CHECK(report(world).force.spring_force ==
          Approx(expected.spring_force).epsilon(k_double_engine ? 1e-12 : 1e-4));
    CHECK(world.plugin->strand_wrench(id, body).force.isZero(0));
    CHECK(world.plugin->energy().ligaments == 0);
  }
  strand.applies_force = true;  // now it holds the mass
  world.plugin->set_strand(id, strand);
  for (int i = 0; i < 100; ++i) world.step(1.0 / 240);
  CHECK(double(body.getWorldTransform().getOrigin().z()) > -1.5);
}

TEST_CASE("an overloaded strand tears, stays torn, and is whole when restored",
          "[bullet][strand]") {
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, 2, {0, 0, -0.5});
  ligament::Strand strand{"cord", 400, 0.5, 0.06, 0};
  strand.failure_strain = 0.08;
  const StrandId id = world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
  world.step(1.0 / 240, 480);
  CHECK(report(world).condition == StrandCondition::torn);
  CHECK(report(world).torn == 1);
  CHECK(report(world).force.total_force == 0);
  CHECK(height(body) < -2);
  body.setWorldTransform(
      btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(-0.51))));
  body.setLinearVelocity(btVector3(0, 0, 0));
  world.step(1.0 / 240);
  CHECK(report(world).force.total_force == 0);
  world.plugin->restore_strand(id);
  world.step(1.0 / 240);
  CHECK(report(world).torn == 0);
  CHECK(report(world).force.total_force > 0);
}

TEST_CASE("a cut that is taken back leaves a strand as torn as it was", "[bullet][strand]") {
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& mass = add_mass(world, 1, {0, 0, -0.11});
  ligament::Strand strand{"frayed", 200, 0.1, 0.06, 0.5};
  strand.failure_strain = 0.07;
  strand.softening_strain = 0.2;
  const StrandId id =
      world.plugin->add_strand(strand, hook, Vector3d::Zero(), mass, Vector3d::Zero());
  world.step(1e-3);
  const double torn = report(world).torn;
  CHECK(torn > 0);
  CHECK(torn < 1);
  world.plugin->cut_strand(id);
  world.plugin->restore_strand(id);
  world.step(1e-6);
  CHECK(report(world).torn >= torn);
  world.plugin->restore_strand(id);
  world.step(1e-9);
  CHECK(report(world).torn <= torn);
}

TEST_CASE("a body that a strand's path does not touch changes nothing", "[bullet][strand]") {
  const auto run = [](bool spare) {
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    btRigidBody& a = add_mass(world, 1, {0, 0, 0});
    btRigidBody& b = add_mass(world, 2, {0.11, 0, 0});
    btRigidBody& c = add_mass(world, 1, {0, 0.5, 0});
    c.setLinearVelocity(btVector3(0, 10, 0));
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = Vector3d(0, 0.02, 0)},
                   {.body = 1, .p_B = Vector3d(0, 0, 0.02)}};
    std::vector<btRigidBody*> bodies{&a, &b};
    if (spare) bodies.push_back(&c);
    world.plugin->add_strand({"strand", 500, 0.1, 0.06, 0}, bodies, path);
    world.step(1.0 / 240, 24);
    return std::array{bullet::to_eigen(a.getAngularVelocity()),
                      bullet::to_eigen(b.getLinearVelocity())};
  };
  const auto with = run(true), without = run(false);
  CHECK(without[0].norm() > 1e-3);
  for (std::size_t i = 0; i < 2; ++i) {
    // Sums are formed in another order; the solver stops at the same residual.
    CHECK((with[i] - without[i]).norm() < (k_double_engine ? 1e-8 : 1e-4) * without[i].norm());
  }
}

TEST_CASE("a strand between bodies that no force moves is reported all the same",
          "[bullet][strand]") {
  TestWorld world;
  btRigidBody& floor = add_hook(world, {0, 0, 0});
  btRigidBody& wall = add_hook(world, {0, 0, 1.06});
  const ligament::Strand strand{"stay", 1000, 1, 0.04, 0};
  world.plugin->add_strand(strand, floor, Vector3d::Zero(), wall, Vector3d::Zero());
  world.step(1e-3);
  CHECK(report(world).length == Approx(1.06));
  CHECK(report(world).condition == StrandCondition::taut);
  CHECK(report(world).force.total_force == Approx(evaluate(strand, 1.06, 0).total_force));
}

TEST_CASE("a strand's report goes with it", "[bullet][strand]") {
  TestWorld world;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& a = add_mass(world, 1, {0, 0, -0.11});
  btRigidBody& b = add_mass(world, 1, {0.1, 0, -0.11});
  const ligament::Strand strand{"strand", 1000, 0.1, 0.06, 0};
  const StrandId strand_of_a =
      world.plugin->add_strand(strand, hook, Vector3d::Zero(), a, Vector3d::Zero());
  const StrandId other =
      world.plugin->add_strand(strand, hook, Vector3d::Zero(), b, Vector3d::Zero());
  world.step(1e-3);
  CHECK(world.plugin->strands().size() == 2);
  world.plugin->remove_strand(strand_of_a);
  world.world.removeRigidBody(&a);
  world.plugin->cut_strand(other);
  CHECK(world.plugin->strands().empty());
  world.step(1e-3);
  CHECK(world.plugin->strands().size() == 1);
  world.world.addRigidBody(&a);
}

TEST_CASE("strands that cannot be carried are refused with the reason", "[bullet][strand]") {
  using Catch::Matchers::Contains;
  TestWorld world, other;
  btRigidBody& hook = add_hook(world, {0, 0, 0});
  btRigidBody& body = add_mass(world, 2, {0, 0, -0.5});
  btRigidBody& stranger = add_mass(other, 2, {0, 0, -0.5});
  const ligament::Strand strand{"acl", 1, 1};
  const auto add = [&](std::vector<btRigidBody*> bodies, const ligament::StrandPath& path) {
    world.plugin->add_strand(strand, bodies, path);
  };
  ligament::StrandPath path;
  path.points = {{.body = 0}, {.body = 1}};
  ligament::StrandPath moving = path;
  moving.points[1].slope_B = {0, 0, 1};
  CHECK_THROWS_WITH(add({&hook, &body}, moving), Contains("acl") && Contains("coordinate"));
  ligament::StrandPath brick = path;
  brick.obstacles.push_back(
      {.name = "b", .body = 0, .shape = geometry::Brick{{1, 1, 1}}, .side = {}});
  CHECK_THROWS_WITH(add({&hook, &body}, brick), Contains("acl") && Contains("brick"));
  CHECK_THROWS_WITH(add({&hook}, path), Contains("body 1"));
  CHECK_THROWS_WITH(add({&hook, &hook}, path), Contains("one body"));
  CHECK_THROWS_WITH(add({&hook, &stranger}, path), Contains("not in the plugin's world"));
  CHECK_THROWS_WITH(add({&hook, nullptr}, path), Contains("null"));
  CHECK(world.plugin->strands().empty());
  const StrandId id{77};
  CHECK_THROWS_WITH(world.plugin->cut_strand(id), Contains("no strand 77"));
  CHECK_THROWS_WITH(world.plugin->restore_strand(id), Contains("no strand 77"));
  CHECK_THROWS_WITH(world.plugin->strand(id), Contains("no strand 77"));
  CHECK_THROWS_WITH(world.plugin->strand_length(id), Contains("no strand 77"));
  const StrandId good = world.plugin->add_strand(strand, hook, {0, 0, 0}, body, {0, 0, 0});
  CHECK_THROWS_WITH(world.plugin->set_reference_strain(good, -1), Contains("above -1"));
  CHECK_THROWS_WITH(world.plugin->set_reference_force(good, -5), Contains("newton"));
  CHECK(world.plugin->strand(good).slack_length == 1);
}

}  // namespace condyle::test::strands_tests
