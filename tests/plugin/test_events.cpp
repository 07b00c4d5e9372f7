// First touch and last release: time, speed and impulse.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/world/step_report.h"
#include "core/src/contact/contact_evaluator.h"
#include "plugin/pressing.h"
#include "support/few_or_all.h"

namespace condyle::test::events_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{1e6, 0.3, 0.01};
constexpr double k_radius = 0.03, k_mass = 0.3;
const btVector3 k_none(0, 0, 0);

/// Events are found to 1e-10 s, and a hundred steps of a double engine round poses to 1e-15 m; a
/// float engine resolves a position of 0.1 m to 1e-8 m.
constexpr double k_time = k_double_engine ? 1e-9 : 1e-5;
constexpr double k_part = k_double_engine ? 1e-9 : 1e-5;  ///< relative tolerance of speeds

struct Listener {
  explicit Listener(bullet::Plugin& plugin) {
    plugin.on_contact_event([this](const ContactEvent& event) { events.push_back(event); });
  }
  int count(ContactEvent::Kind kind) const {
    return static_cast<int>(std::ranges::count(events, kind, &ContactEvent::kind));
  }
  std::vector<ContactEvent> events;
};

btScalar scalar(double x) { return static_cast<btScalar>(x); }

double lowest_centroid(const TriangleMesh& mesh) {
  double lowest = 1;
  for (const auto& t : mesh.triangles)
    lowest =
        std::min(lowest, (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]).z() / 3);
  return lowest;
}

/// A casting ball above the plane z = 0, which is a shape. The centroid of its lowest triangle is
/// `gap` above the plane.
struct BallOverPlane {
  explicit BallOverPlane(double gap, double gravity = 0,
                         const bullet::PluginSettings& settings = {}, const Layer& layer = k_soft)
      : world(settings) {
    world.world.setGravity(btVector3(0, 0, scalar(-gravity)));
    const TriangleMesh mesh = mesh::make_icosphere(k_radius, 4);
    ball = &world.add_mesh_body(mesh, layer, k_mass, sphere_inertia(k_mass, k_radius),
                                {0, 0, gap - lowest_centroid(mesh)});
    plane = &world.add_body(new btStaticPlaneShape(btVector3(0, 0, 1), 0), 0, k_none, {0, 0, 0});
    world.colliders.push_back(world.plugin->add_collider(*plane, layer));
  }
  btRigidBody* plane = nullptr;
  TestWorld world;
  btRigidBody* ball = nullptr;
};

/// A flat box above a plane at z = 0: a linear spring of known stiffness.
struct BoxOverPlane {
  BoxOverPlane(double gap, const bullet::PluginSettings& settings = {}) : world(settings) {
    world.world.setGravity(k_none);
    const Vector3d size(k_side, k_side, k_side);
    box = &world.add_mesh_body(mesh::make_box(size, {2, 2, 2}), k_soft, k_mass,
                               box_inertia(k_mass, size), {0, 0, k_side / 2 + gap});
    world.add_mesh_body(mesh::make_plane_grid(0.1, 0.1, 2, 2), k_soft, 0, k_none, {0, 0, 0});
  }
  static double stiffness() { return 1 / flat_depth(k_soft, 1, k_side * k_side); }  // [N/m]
  static double frequency() { return std::sqrt(stiffness() / k_mass); }             // [rad/s]

  static constexpr double k_side = 0.05;
  TestWorld world;
  btRigidBody* box = nullptr;
};

}  // namespace

TEST_CASE("uniform motion touches at gap / speed", "[bullet][events]") {
  // The closed form holds for the engine's motion and for the continuous motion.
  constexpr unsigned k_seed = 20261122;
  std::mt19937 random(k_seed);
  std::uniform_real_distribution<double> part(0, 1);
  CAPTURE(k_seed);
  double worst = 0;
  for (int run = 0; run < 30; ++run) {
    const double speed = 0.05 * std::pow(20, part(random)), gap = 0.02 * part(random) + 1e-4;
    const double rate = run % 2 ? 60 : 240;
    const Vector3d velocity(part(random) - 0.5, part(random) - 0.5, -speed);
    CAPTURE(run, speed, gap, rate);
    BallOverPlane falling(gap);
    Listener listener(*falling.world.plugin);
    falling.ball->setLinearVelocity(bullet::to_bullet(velocity));
    for (int i = 0; i < 3000 && listener.events.empty(); ++i) falling.world.step(1 / rate);
    REQUIRE(listener.events.size() >= 1);
    const ContactEvent& touch = listener.events[0];
    CHECK(touch.kind == ContactEvent::Kind::first_touch);
    CHECK(touch.casting == falling.world.colliders[0]);
    CHECK(touch.target == falling.world.colliders[1]);
    CHECK(touch.time == Approx(gap / speed).margin(k_time));
    CHECK(touch.normal_speed() == Approx(speed).epsilon(k_part));
    CHECK(touch.encounter.impact_speed == Approx(speed).epsilon(k_part));
    CHECK(touch.slip_speed() == Approx(velocity.head<2>().norm()).epsilon(k_part));
    CHECK((touch.normal_W - Vector3d::UnitZ()).norm() < 1e-6);
    CHECK(std::abs(touch.p_W.z()) < 1e-7);
    worst = std::max(worst, std::abs(touch.time - gap / speed));
  }
  fmt::print("first touch of uniform motion: off by {:.2g} s at most\n", worst);
}

TEST_CASE("a plate that casts on a sphere is touched where their surfaces meet",
          "[bullet][events]") {
  const double rate = GENERATE(60., 1000.);
  constexpr double k_speed = 0.3, k_gap = 0.0123;
  TestWorld world;
  world.world.setGravity(k_none);
  const TriangleMesh plate = mesh::make_plane_grid(0.2, 0.2, 40, 40);
  world.add_mesh_body(plate, k_soft, 0, k_none, {0, 0, 0});
  btRigidBody& ball = world.add_body(new btSphereShape(scalar(k_radius)), k_mass,
                                     sphere_inertia(k_mass, k_radius), {0, 0, k_radius + k_gap});
  world.colliders.push_back(world.plugin->add_collider(ball, k_soft));
  ball.setLinearVelocity(btVector3(0, 0, scalar(-k_speed)));
  Listener listener(*world.plugin);
  for (int i = 0; i < 1000 && listener.events.empty(); ++i) world.step(1 / rate);
  REQUIRE(listener.events.size() >= 1);
  double nearest = 1;  // least distance of the plate's rays from the ball's axis
  for (const auto& t : plate.triangles)
    nearest = std::min(
        nearest, ((plate.vertices[t[0]] + plate.vertices[t[1]] + plate.vertices[t[2]]) / 3).norm());
  const double sagitta = k_radius - std::sqrt(k_radius * k_radius - nearest * nearest);
  CHECK(listener.events[0].time == Approx((k_gap + sagitta) / k_speed).margin(k_time));
}

TEST_CASE("free fall touches where the engine's own motion meets the plane", "[bullet][events]") {
  // Bullet's speed changes at the start of a step (semi-implicit Euler): after n steps the ball has
  // fallen g dt^2 n (n + 1) / 2 and moves on at (n + 1) g dt. The layers are so thick that no step
  // is divided, since sub-steps come closer to the continuous fall.
  const double rate = GENERATE(60., 240., 1000.);
  constexpr double k_gap = 0.02;
  const double dt = 1 / rate;
  BallOverPlane falling(k_gap, k_gravity, {}, {1e6, 0.3, 0.05});
  Listener listener(*falling.world.plugin);
  for (int i = 0; i < 2000 && listener.events.empty(); ++i) falling.world.step(dt);
  REQUIRE(listener.events.size() >= 1);

  int n = 0;
  const auto fallen = [&](int steps) { return k_gravity * dt * dt * steps * (steps + 1) / 2; };
  while (fallen(n + 1) < k_gap) ++n;
  const double speed = (n + 1) * k_gravity * dt;
  CHECK(listener.events[0].time == Approx(n * dt + (k_gap - fallen(n)) / speed).margin(k_time));
  CHECK(listener.events[0].encounter.impact_speed == Approx(speed).epsilon(k_part));
  // The continuous fall touches about half a step later.
  const double late = std::sqrt(2 * k_gap / k_gravity) - listener.events[0].time;
  fmt::print("free fall at {} Hz: {:.3f} steps before sqrt(2 h / g)\n", rate, late / dt);
  CHECK(std::abs(late) < dt);
}

TEST_CASE("spinning bodies touch where a search of the whole motion says",
          "[bullet][events][rounds]") {
  // A box and a ball tumble towards one another. No formula gives their first contact, so the test
  // searches a pair of its own every 1e-5 s and then bisects.
  if (!k_double_engine) return;
  constexpr unsigned k_seed = 20261123;
  std::mt19937 random(k_seed);
  std::uniform_real_distribution<double> part(-1, 1);
  CAPTURE(k_seed);
  const double side = 0.04, dt = 1.0 / 60;
  const TriangleMesh cube = mesh::make_box({side, side, side}, {6, 6, 6}),
                     ball = mesh::make_icosphere(0.03, 4);
  int compared = 0;
  for (int run = 0; run < few_or_all(5, 12); ++run) {
    CAPTURE(run);
    TestWorld world;
    world.world.setGravity(k_none);
    // Both inertias are isotropic, so the bodies keep their axes of spin.
    const btVector3 inertia(scalar(1e-4), scalar(1e-4), scalar(1e-4));
    btRigidBody& a = world.add_mesh_body(cube, k_soft, k_mass, inertia,
                                         {0.01 * part(random), 0.01 * part(random), 0.06});
    btRigidBody& b = world.add_mesh_body(ball, k_soft, k_mass, inertia, {0, 0, 0});
    for (btRigidBody* body : {&a, &b})
      body->setAngularVelocity(
          btVector3(scalar(4 * part(random)), scalar(4 * part(random)), scalar(4 * part(random))));
    world.plugin->set_contact(world.colliders[0], world.colliders[1], {}, {}, CastingSide::first);
    a.setLinearVelocity(btVector3(scalar(0.1 * part(random)), scalar(0.1 * part(random)),
                                  scalar(-0.15 + 0.05 * part(random))));
    const auto pose = [](const Pose& X, const Vector3d& w, const Vector3d& v, double t) {
      Pose moved = Pose::Identity();
      moved.linear() = Eigen::AngleAxisd(t * w.norm(), w.normalized()) * X.linear();
      moved.translation() = X.translation() + t * v;
      return moved;
    };
    struct Start {
      Pose X;
      Vector3d w, v;
    };
    const auto start_of = [](const btRigidBody& body) {
      return Start{bullet::to_pose(body.getWorldTransform()),
                   bullet::to_eigen(body.getAngularVelocity()),
                   bullet::to_eigen(body.getLinearVelocity())};
    };
    const Start start_a = start_of(a), start_b = start_of(b);
    ContactPair pair(std::make_shared<ContactSurface>(cube, k_soft, "cube"),
                     std::make_shared<ContactSurface>(ball, k_soft, "ball"), {});
    const auto is_touching = [&](double t) {
      const Pose X_A = pose(start_a.X, start_a.w, start_a.v, t);
      const Pose X_B = pose(start_b.X, start_b.w, start_b.v, t);
      return !pair.evaluator().find_hits(X_A.inverse() * X_B).empty();
    };
    Listener listener(*world.plugin);
    for (int i = 0; i < 60 && listener.events.empty(); ++i) world.step(dt);
    if (listener.events.empty()) continue;
    double before = 0, after = 0;
    while (!is_touching(after)) before = after, after += 1e-5;
    while (after - before > 1e-12)
      (is_touching((before + after) / 2) ? after : before) = (before + after) / 2;
    CHECK(listener.events[0].time == Approx(after).margin(1e-8));
    ++compared;
  }
  CHECK(compared >= few_or_all(3, 8));
}

TEST_CASE("a bounce has the duration, peak force and impulse of its spring", "[bullet][events]") {
  // Half a period of the linear spring, v sqrt(k m), and twice the momentum.
  bullet::PluginSettings settings;
  settings.min_substeps = 500;
  settings.max_substeps = 1000;
  constexpr double k_speed = 0.1;
  const double half_period = M_PI / BoxOverPlane::frequency();
  BoxOverPlane falling(0.0003, settings);
  Listener listener(*falling.world.plugin);
  falling.box->setLinearVelocity(btVector3(0, 0, scalar(-k_speed)));
  for (int i = 0; i < 40; ++i) falling.world.step(half_period);
  REQUIRE(listener.events.size() == 2);
  const ContactEvent &touch = listener.events[0], &release = listener.events[1];
  CHECK(touch.kind == ContactEvent::Kind::first_touch);
  CHECK(release.kind == ContactEvent::Kind::last_release);
  CHECK(touch.time == Approx(0.0003 / k_speed).margin(k_time));
  CHECK(release.encounter.start == touch.time);
  CHECK(release.encounter.impact_speed == touch.encounter.impact_speed);
  const double step = M_PI / 500;  // omega times a sub-step: the error of backward Euler
  CHECK(release.duration() == Approx(half_period).epsilon(step));
  CHECK(release.encounter.peak_force ==
        Approx(k_speed * std::sqrt(BoxOverPlane::stiffness() * k_mass)).epsilon(step));
  CHECK(release.encounter.peak_time == Approx(touch.time + half_period / 2).epsilon(2 * step));
  CHECK(release.encounter.impulse_W.z() ==
        Approx(k_mass * (k_speed + release.normal_speed())).epsilon(k_double_engine ? 1e-8 : 1e-4));
  CHECK(release.normal_speed() < k_speed);
  CHECK(release.normal_speed() == Approx(k_speed).epsilon(M_PI / 2 * step * 1.1));
}

TEST_CASE("what settles touches once", "[bullet][events]") {
  BallOverPlane falling(1e-5, k_gravity);
  ContactSettings settings;
  settings.dissipation = 10;
  falling.world.plugin->set_contact(falling.world.colliders[0], falling.world.colliders[1],
                                    settings, {}, CastingSide::first);
  Listener listener(*falling.world.plugin);
  falling.world.step(1.0 / 240, 480);  // long enough that it falls asleep, too
  CHECK(listener.count(ContactEvent::Kind::first_touch) == 1);
  CHECK(listener.count(ContactEvent::Kind::last_release) == 0);

  falling.world.plugin->set_contact(falling.world.colliders[0], falling.world.colliders[1], {}, {},
                                    CastingSide::first);
  falling.world.step(1.0 / 240, 10);
  CHECK(listener.events.size() == 1);  // a change of settings ends no encounter

  falling.ball->activate();
  falling.ball->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, 1)));
  falling.world.step(1.0 / 240);
  REQUIRE(listener.events.size() == 2);  // the release: Bullet no longer has the pair
  CHECK(listener.events[1].kind == ContactEvent::Kind::last_release);
  CHECK(listener.events[1].time == Approx(490.0 / 240).epsilon(1e-6));
  CHECK(listener.events[1].encounter.peak_force >= 0.99 * k_mass * k_gravity);
}

TEST_CASE("a kinematic plate touches a ball at gap / speed", "[bullet][events]") {
  constexpr double k_gap = 0.0107, k_speed = 0.2, k_dt = 1.0 / 120;
  BallOverPlane resting(k_gap);
  btRigidBody& plate = *resting.plane;
  plate.setCollisionFlags(plate.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  plate.setActivationState(DISABLE_DEACTIVATION);
  resting.ball->setActivationState(DISABLE_DEACTIVATION);
  btDefaultMotionState motion;
  plate.setMotionState(&motion);
  Listener listener(*resting.world.plugin);
  for (int i = 1; i < 60 && listener.events.empty(); ++i) {
    motion.setWorldTransform(
        btTransform(btQuaternion::getIdentity(), btVector3(0, 0, scalar(k_speed * k_dt * i))));
    resting.world.step(k_dt);
  }
  plate.setMotionState(nullptr);
  REQUIRE(listener.events.size() == 1);
  CHECK(listener.events[0].time == Approx(k_gap / k_speed).margin(k_double_engine ? 1e-9 : 1e-4));
  CHECK(listener.events[0].normal_speed() == Approx(k_speed).epsilon(1e-3));
}

TEST_CASE("events of one step come in the order of their times", "[bullet][events]") {
  TestWorld world;
  world.world.setGravity(k_none);
  const TriangleMesh mesh = mesh::make_icosphere(k_radius, 3);
  const double gaps[] = {1e-3, 3e-4, 2e-3, 3e-4, 1e-4};
  for (int i = 0; i < 5; ++i) {
    btRigidBody& ball = world.add_mesh_body(mesh, k_soft, k_mass, sphere_inertia(k_mass, k_radius),
                                            {0.1 * i - 0.2, 0, gaps[i] - lowest_centroid(mesh)});
    ball.setLinearVelocity(btVector3(0, 0, scalar(-0.3)));
  }
  world.add_mesh_body(mesh::make_plane_grid(1, 1, 8, 8), k_soft, 0, k_none, {0, 0, 0});
  Listener listener(*world.plugin);
  world.step(1.0 / 60);
  std::vector<double> times;
  for (const ContactEvent& event : listener.events)
    if (event.kind == ContactEvent::Kind::first_touch) times.push_back(event.time);
  CHECK(times.size() == 5);
  CHECK(std::ranges::is_sorted(times));
}

TEST_CASE("listening changes no bit of the motion", "[bullet][events]") {
  const int substeps = GENERATE(1, 4);
  bullet::PluginSettings settings;
  settings.min_substeps = substeps;
  BallOverPlane heard(0.01, k_gravity, settings), unheard(0.01, k_gravity, settings);
  Listener listener(*heard.world.plugin);
  for (BallOverPlane* falling : {&heard, &unheard}) {
    falling->ball->setAngularVelocity(btVector3(1, 2, 3));
    for (int i = 0; i < 200; ++i) {
      falling->world.step(1.0 / 240);
      for (const PairReport& pair : falling->world.plugin->pairs()) pair.result();
    }
  }
  CHECK(!listener.events.empty());
  CHECK(height(*heard.ball) == height(*unheard.ball));
  CHECK(heard.ball->getAngularVelocity() == unheard.ball->getAngularVelocity());
  const auto force = [](const BallOverPlane& falling) {
    return falling.world.plugin->pairs()[0].result().total.contact_force.z();
  };
  CHECK(force(heard) == force(unheard));
}

TEST_CASE("sub-steps from the first touch on keep a bounce that a step would swallow",
          "[bullet][events]") {
  // An elastic spring has restitution 1. Half a period lasts two thirds of a step, in which
  // backward Euler would take nearly all of the energy.
  const int substeps = GENERATE(0, 1, 10, 100);
  const double dt = 1.5 * M_PI / BoxOverPlane::frequency(), speed = 0.1;
  constexpr unsigned k_seed = 20261124;
  std::mt19937 random(k_seed);
  // Time of the touch as a fraction of the step, so early that the bounce ends within the step.
  std::uniform_real_distribution<double> part(0, 0.3);
  bullet::PluginSettings settings;
  settings.substeps_at_first_touch = substeps;
  double least = 1, most = 0, worst_time = 0;
  for (int run = 0; run < 20; ++run) {
    const double gap = speed * dt * (1 + part(random));
    BoxOverPlane falling(gap, settings);
    Listener listener(*falling.world.plugin);
    falling.box->setLinearVelocity(btVector3(0, 0, scalar(-speed)));
    falling.world.step(dt, 10);
    const double rebound = static_cast<double>(falling.box->getLinearVelocity().z()) / speed;
    REQUIRE(listener.events.size() == 2);
    worst_time = std::max(worst_time, std::abs(listener.events[0].time - gap / speed));
    least = std::min(least, rebound);
    most = std::max(most, rebound);
  }
  fmt::print("{} sub-steps at first touch: rebound {:.4f} to {:.4f}, touch off by {:.1e} s\n",
             substeps, least, most, worst_time);
  CHECK(worst_time < k_time);
  CHECK(most <= 1);
  if (substeps == 0) CHECK(most < 0.2);
  const double w = 1.5 * M_PI / std::max(1, substeps);  // omega times the longest sub-step
  if (substeps >= 10) CHECK(least > 0.98 * std::pow(1 + w * w, -M_PI / (2 * std::atan(w))));
}

TEST_CASE("a touch that a joint prevents divides a step once", "[bullet][events]") {
  // On its free motion the ball would touch in each sub-step, which could thus be ended at that
  // touch again and again.
  bullet::PluginSettings settings;
  settings.substeps_at_first_touch = 4;
  const double gap = GENERATE(1e-9, 1e-7, 1e-5, 1e-3);
  CAPTURE(gap);
  BallOverPlane hanging(gap, k_gravity, settings);
  btPoint2PointConstraint joint(*hanging.ball, k_none);
  hanging.world.world.addConstraint(&joint);
  for (int i = 0; i < 30; ++i) {
    hanging.world.step(1. / 60);
    CHECK(hanging.world.plugin->step_report().most_substeps <= 2 + 4);
  }
  hanging.world.world.removeConstraint(&joint);
}

TEST_CASE("a joint holds through a step that is divided at first touch", "[bullet][events]") {
  // Two balls joined by a rod of Bullet, one lower than the other, come to rest as without
  // sub-steps.
  double heights[2], distances[2];
  for (const int substeps : {0, 4}) {
    bullet::PluginSettings settings;
    settings.substeps_at_first_touch = substeps;
    BallOverPlane falling(0.005, k_gravity, settings);
    ContactSettings contact;
    contact.dissipation = 5;
    falling.world.plugin->set_default_contact(contact);
    btRigidBody& other =
        falling.world.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_soft, k_mass,
                                    sphere_inertia(k_mass, k_radius), {0.1, 0, k_radius + 0.002});
    btPoint2PointConstraint joint(*falling.ball, other, btVector3(scalar(0.1), 0, 0), k_none);
    falling.world.world.addConstraint(&joint, true);
    falling.world.step(1.0 / 240, 480);
    heights[substeps > 0] = height(other);
    distances[substeps > 0] =
        static_cast<double>((falling.ball->getWorldTransform() * btVector3(scalar(0.1), 0, 0) -
                             other.getWorldTransform().getOrigin())
                                .length());
    falling.world.world.removeConstraint(&joint);
  }
  CHECK(heights[1] == Approx(heights[0]).margin(1e-5));
  CHECK(distances[1] < 1e-4);
}

}  // namespace condyle::test::events_tests
