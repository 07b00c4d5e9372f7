// Laws of motion that earlier versions of the step broke: no body drives, spins or throws itself.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/world/step_report.h"
#include "plugin/test_world.h"
#include "support/few_or_all.h"

namespace condyle::test::attack_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{1e6, 0.3, 0.005};

/// Two faces that rise from a ridge along y at 30 and at 60 degrees.
TriangleMesh wedge() {
  const auto face = [](double angle, double turn) {
    TriangleMesh grid = mesh::make_plane_grid(0.02, 0.05, 200, 5);
    Pose X = Pose::Identity();
    X.translation() = Vector3d(0.01, 0, 0);
    grid = transformed(grid, X);
    Pose up = Pose::Identity();
    up.linear() =
        (Eigen::AngleAxisd(turn, Vector3d::UnitZ()) * Eigen::AngleAxisd(-angle, Vector3d::UnitY()))
            .toRotationMatrix();
    for (auto& t : grid.triangles) std::swap(t[1], t[2]);  // faces down
    return transformed(grid, up);
  };
  return joined(face(M_PI / 6, M_PI), face(M_PI / 3, 0));
}

/// The lower part of a ball, seen from inside.
TriangleMesh cup(double radius) {
  TriangleMesh inside = below(mesh::make_icosphere(radius, 6), -0.5 * radius);
  for (auto& t : inside.triangles) std::swap(t[1], t[2]);
  return inside;
}

}  // namespace

TEST_CASE("a frictionless ball swings in a cup as a pendulum", "[bullet][attack]") {
  struct Run {
    // `least_peak` is a fraction of the displacement from which the ball is let go. By backward
    // Euler alone the peaks are 0.08 and 0.5 of it. They were 0.42 and 0.95 before steps in soft
    // directions that gain energy were divided.
    double rate, least_peak;
  };
  const auto [rate, least_peak] = GENERATE(Run{60, 0.85}, Run{240, 0.95});
  CAPTURE(rate);
  constexpr double k_cup = 0.1, k_ball = 0.02, k_length = k_cup - k_ball, k_amplitude = 0.3;
  TestWorld world;
  world.add_mesh_body(cup(k_cup), k_polyethylene, 0, btVector3(0, 0, 0), {0, 0, 0});
  // The analytic shape: facets have bumps, which would brake the ball.
  const auto surface = std::make_shared<const ContactSurface>(
      condyle::geometry::Shape(geometry::Sphere{k_ball}), mesh::make_icosphere(k_ball, 5),
      k_polyethylene, "ball");
  btRigidBody& ball =
      world.add_body(new bullet::SurfaceShape(surface), 1, sphere_inertia(1, k_ball),
                     {k_length * std::sin(k_amplitude), 0, -k_length * std::cos(k_amplitude)});
  world.plugin->add_collider(ball, surface);
  std::vector<double> crossings;
  double before = double(ball.getWorldTransform().getOrigin().x()), peak = 0;
  for (int i = 1; crossings.size() < 9; ++i) {
    REQUIRE(i < 4 * rate);
    world.step(1 / rate);
    const double x = double(ball.getWorldTransform().getOrigin().x());
    peak = std::max(peak, std::abs(x));
    if (before * x < 0) {
      crossings.push_back((i - x / (x - before)) / rate);
      if (crossings.size() < 9) peak = 0;
    }
    before = x;
  }
  // To second order in the amplitude. Steps of 60 Hz, 34 per period, leave an error of 1.3 %.
  const double period =
      2 * M_PI * std::sqrt(k_length / k_gravity) * (1 + k_amplitude * k_amplitude / 16);
  CHECK((crossings[4] - crossings[0]) / 2 == Approx(period).epsilon(0.015));
  CHECK(peak > least_peak * k_length * std::sin(k_amplitude));
  CHECK(peak < 1.02 * k_length * std::sin(k_amplitude));
}

TEST_CASE("a wedge on a frictionless floor does not drive itself", "[bullet][attack]") {
  const double rate = GENERATE(60., 240., 1000.);
  const bool floor_casts = GENERATE(false, true), both_cast = GENERATE(false, true);
  CAPTURE(rate, floor_casts, both_cast);
  TestWorld world;
  const int cells = floor_casts || both_cast ? 2400 : 24;
  btRigidBody& body = world.add_mesh_body(wedge(), k_soft, 1,
                                          btVector3(btScalar(1e-3), btScalar(1e-3), btScalar(1e-3)),
                                          {0, 0, -0.0009});
  world.add_mesh_body(mesh::make_plane_grid(0.6, 0.1, cells, 2), k_soft, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  world.plugin->set_contact(world.colliders[floor_casts ? 1 : 0],
                            world.colliders[floor_casts ? 0 : 1], {}, {},
                            both_cast ? CastingSide::both : CastingSide::first);
  body.setAngularFactor(btVector3(0, 0, 0));
  const double seconds = 0.3;
  world.step(1 / rate, static_cast<int>(seconds * rate));
  const double acceleration = std::abs(double(body.getLinearVelocity().x())) / seconds;
  // The floor's triangles, 0.25 mm wide, sample the faces unevenly.
  const double least = k_double_engine ? 1e-9 : 1e-6;
  CHECK(acceleration < (floor_casts || both_cast ? 1e-3 : least) * k_gravity);
}

TEST_CASE("a ball that slides without friction under load keeps its speed, and gets no spin",
          "[bullet][attack]") {
  const double load = GENERATE(9.81, 1900.), speed = GENERATE(0.1, 1.0);
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(load, speed, rate);
  constexpr double k_radius = 0.03;
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 5), k_polyethylene, 1,
                                          sphere_inertia(1, k_radius), {-0.3, 0, 0.02995});
  world.add_mesh_body(mesh::make_plane_grid(1.4, 0.04, 14, 1), k_polyethylene, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  ContactSettings settings;
  settings.dissipation = 0.5;
  world.plugin->set_contact(world.colliders[0], world.colliders[1], settings, {},
                            CastingSide::first);
  const auto run = [&](double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * rate); ++i) {
      ball.applyCentralForce(btVector3(0, 0, static_cast<btScalar>(-load)));
      world.step(1 / rate);
    }
  };
  run(0.2);
  ball.setAngularVelocity(btVector3(0, 0, 0));
  ball.setLinearVelocity(btVector3(static_cast<btScalar>(speed), 0, 0));
  run(0.5);
  // The error of facets, measured below 1e-5.
  CHECK(double(ball.getLinearVelocity().x()) == Approx(speed).epsilon(1e-4));
  CHECK(double(ball.getAngularVelocity().length()) * k_radius < 1e-4 * speed);
}

TEST_CASE("a ball rolls down an incline at 5/7 g sin, whichever side casts", "[bullet][attack]") {
  const bool plate_casts = GENERATE(false, true);
  const double rate = GENERATE(30., 60., 240.);
  CAPTURE(plate_casts, rate);
  constexpr double k_radius = 0.03, k_incline = 10 * M_PI / 180, k_seconds = 0.6;
  TestWorld world;
  world.world.setGravity(bullet::to_bullet(
      Vector3d(k_gravity * std::sin(k_incline), 0, -k_gravity * std::cos(k_incline))));
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 5), k_polyethylene, 1,
                                          sphere_inertia(1, k_radius), {-0.4, 0, k_radius});
  const int cells = plate_casts ? 500 : 10;
  world.add_mesh_body(mesh::make_plane_grid(1, 0.04, cells, cells / 10), k_polyethylene, 0,
                      btVector3(0, 0, 0), {0, 0, 0});
  ContactSettings settings;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.5;
  world.plugin->set_contact(world.colliders[plate_casts ? 1 : 0],
                            world.colliders[plate_casts ? 0 : 1], settings, {}, CastingSide::first);
  world.step(1 / rate, static_cast<int>(std::lround(k_seconds * rate)));
  const double expected = 5. / 7 * k_gravity * std::sin(k_incline) * k_seconds;
  // The plate's triangles are wider than the patch, 2 mm against 1 mm, and make it bumpy. At 30 Hz
  // the ball rolls over up to 30 of its own triangles a step. Which bumps it meets is then chance,
  // and the account of the contact, which may hold 0.6 % of the final kinetic energy, decides what
  // is lost.
  const double error = plate_casts ? 0.02 : rate < 60 ? 0.003 : 0.002;
  CHECK(double(ball.getLinearVelocity().x()) == Approx(expected).epsilon(error));
}

TEST_CASE("a ball that rolls fast takes few searches a step", "[bullet][attack]") {
  const auto [speed, most] = GENERATE(std::pair(1.0, 4.0), std::pair(3.0, 12.0));
  CAPTURE(speed);
  constexpr double k_radius = 0.03, k_rate = 60, k_seconds = 0.8;
  const Layer rubber{5e6, 0.4, 0.004};
  TestWorld world;
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(k_radius, 3), rubber, 1,
                                          sphere_inertia(1, k_radius), {-2.5, 0, k_radius});
  world.add_mesh_body(mesh::make_plane_grid(6, 1, 120, 20), rubber, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  ball.setLinearVelocity(bullet::to_bullet(Vector3d(speed, 0, 0)));
  ball.setAngularVelocity(bullet::to_bullet(Vector3d(0, speed / k_radius, 0)));
  constexpr int k_settling = 12, k_steps = static_cast<int>(k_rate * k_seconds);
  world.step(1 / k_rate, k_settling);
  const long before = world.plugin->step_totals().searches;
  world.step(1 / k_rate, k_steps);
  CHECK(double(world.plugin->step_totals().searches - before) <= most * k_steps);
  // Facets of 1/30 rad brake it a little.
  CHECK(double(ball.getLinearVelocity().x()) > 0.98 * speed);
}

TEST_CASE("a kinematic paddle hits what it sweeps over, at any phase of the frame",
          "[bullet][attack][rounds]") {
  const double speed = GENERATE(1., 2., 4., 10.);
  const int substeps = GENERATE(1, 2, 4);
  CAPTURE(speed, substeps);
  static const auto k_ball =
      std::make_shared<const ContactSurface>(mesh::make_icosphere(0.02, 4), k_soft);
  static const auto k_paddle =
      std::make_shared<const ContactSurface>(mesh::make_box({0.01, 0.2, 0.2}, {1, 10, 10}), k_soft);
  const int phases = few_or_all(7, 20);
  for (int phase = 0; phase < phases; ++phase) {
    CAPTURE(phase);
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    btRigidBody& ball = world.add_mesh_body(k_ball, 0.1, sphere_inertia(0.1, 0.02), {0, 0, 0});
    btRigidBody& paddle = world.add_mesh_body(k_paddle, 0, btVector3(0, 0, 0), {0, 0, 0});
    btTransform X = btTransform::getIdentity();
    const double start = -0.2 - speed / 60 * phase / phases;
    X.getOrigin().setX(static_cast<btScalar>(start));
    paddle.setCollisionFlags(paddle.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    paddle.setActivationState(DISABLE_DEACTIVATION);
    paddle.setWorldTransform(X);
    paddle.setInterpolationWorldTransform(X);
    for (double x = start; x < 0.2;) {
      X.getOrigin().setX(static_cast<btScalar>(x += speed / 60));
      paddle.setWorldTransform(X);
      world.world.stepSimulation(btScalar(1. / 60), substeps, btScalar(1. / 60 / substeps));
    }
    CHECK(ball.getLinearVelocity().x() > 0.9 * speed);
    CHECK(ball.getLinearVelocity().x() < 2.1 * speed);
  }
}

TEST_CASE("bodies placed in touch gain nothing: a gap of 0 is seen", "[bullet][attack]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  const double side = 0.02;
  const Layer layer{10e6, 0.3, 0.004};
  TestWorld world;
  world.world.setGravity(btVector3(0, 0, 0));
  const TriangleMesh cube = mesh::make_box({side, side, side}, {4, 4, 4});
  const btVector3 inertia = box_inertia(0.5, {side, side, side});
  btRigidBody& a = world.add_mesh_body(cube, layer, 0.5, inertia, {-side, 0, 0});
  btRigidBody& b = world.add_mesh_body(cube, layer, 0.5, inertia, {0, 0, 0});
  a.setLinearVelocity(btVector3(1, 0, 0));
  const double stiffness = constrained_modulus(10e6, 0.3) / 0.008 * side * side;
  for (int i = 0; i < 10; ++i) {
    world.step(1 / rate);
    const double overlap = std::max(0.0, side - double(b.getWorldTransform().getOrigin().x() -
                                                       a.getWorldTransform().getOrigin().x()));
    const double energy =
        kinetic_energy(a) + kinetic_energy(b) + 0.5 * stiffness * overlap * overlap;
    CHECK(energy < 0.25 * (1 + 1e-6));
  }
  CHECK(a.getLinearVelocity().x() < b.getLinearVelocity().x());
}

TEST_CASE("what is let go above a plate does not fall into it", "[bullet][attack]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  TestWorld world;
  world.add_mesh_body(mesh::make_plane_grid(0.2, 0.2, 40, 40), k_soft, 0, btVector3(0, 0, 0),
                      {0, 0, 0});
  btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.02, 4), k_soft, 0.5,
                                          sphere_inertia(0.5, 0.02), {0, 0, 0.022});
  world.step(1 / rate, static_cast<int>(rate));
  CHECK(double(ball.getWorldTransform().getOrigin().z()) > 0.0185);
  REQUIRE(world.plugin->pairs().size() == 1);
  const PairReport& pair = world.plugin->pairs()[0];
  CHECK(std::abs(pair.F_casting_W.force.z()) == Approx(0.5 * k_gravity).epsilon(0.01));
  // The pair's result shows the same force.
  CHECK(pair.result().total.contact_force.norm() == Approx(0.5 * k_gravity).epsilon(0.01));
}

TEST_CASE("pairs are made when near and let go when far", "[bullet][attack]") {
  SECTION("balls that float apart have none") {
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    for (int i = 0; i < 16; ++i) {
      btRigidBody& ball =
          world.add_mesh_body(mesh::make_icosphere(0.02, 3), k_polyethylene, 1,
                              sphere_inertia(1, 0.02), {0.08 * (i % 4), 0.08 * (i / 4), 0});
      ball.setLinearVelocity(
          btVector3(btScalar(0.05 * std::sin(i)), btScalar(0.05 * std::cos(i)), 0));
    }
    world.step(1. / 240, 20);
    CHECK(world.plugin->kept_pairs() == 0);
  }
  SECTION("a ball that flies past posts keeps none of them") {
    TestWorld world;
    world.world.setGravity(btVector3(0, 0, 0));
    btRigidBody& ball = world.add_mesh_body(mesh::make_icosphere(0.02, 3), k_polyethylene, 1,
                                            sphere_inertia(1, 0.02), {0, 0, 0});
    for (int i = 0; i < 20; ++i)
      world.add_mesh_body(mesh::make_box({0.02, 0.02, 0.2}, {2, 2, 10}), k_polyethylene, 0,
                          btVector3(0, 0, 0), {0.05 + 0.1 * i, 0.03005, 0});
    ball.setLinearVelocity(btVector3(2, 0, 0));
    std::size_t most = 0;
    for (int i = 0; i < 280; ++i) {
      world.step(1. / 240);
      most = std::max<std::size_t>(most, world.plugin->kept_pairs());
    }
    CHECK(most >= 1);
    CHECK(most <= 2);
    CHECK(world.plugin->kept_pairs() == 0);
    CHECK(ball.getLinearVelocity().x() == Approx(2).epsilon(1e-6));
  }
}

}  // namespace condyle::test::attack_tests
