#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/world/session.h"
#include "core/world/small_bodies.h"
#include "support/few_or_all.h"

namespace condyle::test::session_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_soft{5e6, 0.4, 0.005};
constexpr double k_radius = 0.03, k_mass = 0.3, k_dt = 1.0 / 240, k_gravity = 9.81;

std::shared_ptr<const ContactSurface> ball_surface() {
  return std::make_shared<ContactSurface>(mesh::make_icosphere(k_radius, 4), k_soft, "ball");
}

std::shared_ptr<const ContactSurface> floor_surface() {
  return std::make_shared<ContactSurface>(geometry::HalfSpace{}, TriangleMesh{}, k_soft, "floor");
}

FreeBody ball_at(double x, double z) {
  return {k_mass, 0.4 * k_mass * k_radius * k_radius, at(x, 0, z)};
}

ContactSettings damped() {
  ContactSettings settings;
  settings.dissipation = 2;
  return settings;
}

/// A floor, body 0, and balls above it.
struct Balls {
  SmallBodies engine;
  Session session{engine};

  explicit Balls(std::vector<FreeBody> balls) {
    session.set_default_contact(damped());
    engine.bodies.emplace_back();
    session.add_collider(0, floor_surface());
    for (const FreeBody& ball : balls) {
      engine.bodies.push_back(ball);
      session.add_collider(engine.count() - 1, ball_surface());
    }
  }
  void run(int steps, double dt = k_dt) {
    for (int step = 0; step < steps; ++step) session.step(dt);
  }
};

/// Rows that hold the origin of a body's frame at `arm` from its centre of mass.
std::vector<JointRow> pivot(const FreeBody& body, int index, const Vector3d& arm_B,
                            const Vector3d& pivot_W) {
  const Vector3d arm = body.X_WB.linear() * arm_B;
  const Vector3d error = body.X_WB.translation() + arm - pivot_W;
  std::vector<JointRow> rows(3);
  for (int axis = 0; axis < 3; ++axis) {
    rows[axis].body_a = index;
    rows[axis].J_a.tail<3>() = Vector3d::Unit(axis);
    rows[axis].J_a.head<3>() = arm.cross(Vector3d::Unit(axis));
    rows[axis].velocity = -0.2 / k_dt * error[axis];
  }
  return rows;
}

}  // namespace

TEST_CASE("session: a ball comes to rest on a floor that carries its weight", "[world]") {
  Balls balls({ball_at(0, k_radius + 0.001)});
  balls.run(480);
  REQUIRE(balls.session.pairs().size() == 1);
  const PairReport& pair = balls.session.pairs()[0];
  // The step ends when the forces balance to 1e-9 of the momentum (StepSettings::pass_tolerance).
  CHECK(pair.F_casting_W.force.z() == Approx(k_mass * k_gravity).epsilon(1e-7));
  CHECK(balls.engine.bodies[1].velocity.linear.norm() < 1e-8);
  CHECK(pair.result().total.contact_force.norm() == Approx(k_mass * k_gravity).epsilon(1e-6));
  CHECK(balls.session.step_report().residual < 1e-6);
  const EnergyLedger& energy = balls.session.energy_totals();
  const double sunk = k_radius + 0.001 - balls.engine.bodies[1].X_WB.translation().z();
  CHECK(energy.external == Approx(k_mass * k_gravity * sunk));
  CHECK(energy.elastic == Approx(pair.result().total.potential_energy));
  CHECK(energy.damping > 0);
  CHECK(energy.numbers > 0);
}

TEST_CASE("session: a pair casts from its better side if none is asked for", "[world]") {
  Balls balls({ball_at(0, k_radius - 0.001)});
  balls.session.set_contact({0}, {1}, damped());  // the floor is named first, and has no triangles
  balls.run(1);
  REQUIRE(balls.session.pairs().size() == 1);
  CHECK(balls.session.pairs()[0].casting == ColliderId{1});
  CHECK(balls.session.pairs()[0].F_casting_W.force.z() > k_mass * k_gravity);
}

TEST_CASE("session: islands do not depend on one another", "[world]") {
  const FreeBody left = ball_at(-0.1, k_radius + 0.0005), right = ball_at(0.1, k_radius + 0.0008);
  Balls both({left, right}), one({left});
  both.run(100);
  one.run(100);
  CHECK(both.session.step_report().groups == 2);
  CHECK(both.engine.bodies[1].X_WB.matrix() == one.engine.bodies[1].X_WB.matrix());
}

TEST_CASE("session: two threads give the bits of one", "[world]") {
  StepSettings settings;
  settings.threads = 2;
  Pose ends[2];
  for (const int threads : {1, 2}) {
    settings.threads = threads;
    SmallBodies engine;
    Session session(engine, settings);
    engine.bodies = {{}, ball_at(0, 0.04), ball_at(0.01, 0.1), ball_at(0.02, 0.16)};
    session.add_collider(0, floor_surface());
    for (int body = 1; body < 4; ++body) session.add_collider(body, ball_surface());
    for (int step = 0; step < 60; ++step) session.step(k_dt);
    ends[threads - 1] = engine.bodies[3].X_WB;
  }
  CHECK(ends[0].matrix() == ends[1].matrix());
}

TEST_CASE("session: bodies that hit one another keep their momentum", "[world]") {
  Balls balls({ball_at(-0.04, 1), ball_at(0.0401, 1)});
  balls.engine.gravity.setZero();
  balls.engine.bodies[1].velocity.linear = Vector3d(2, 0.1, 0);
  balls.run(48);
  const Twist &a = balls.engine.bodies[1].velocity, &b = balls.engine.bodies[2].velocity;
  CHECK(b.linear.x() > 1);
  CHECK((a.linear + b.linear - Vector3d(2, 0.1, 0)).norm() < 1e-12);
}

TEST_CASE("session: events name the first touch and the last release", "[world]") {
  constexpr double k_short = 1e-4, k_height = 0.01;  // so short that little energy is lost
  Balls balls({ball_at(0, k_radius + k_height)});
  balls.session.set_default_contact({});
  std::vector<ContactEvent> events;
  balls.session.on_contact_event([&](const ContactEvent& event) { events.push_back(event); });
  balls.run(1000, k_short);
  REQUIRE(events.size() == 2);
  CHECK(events[0].kind == TouchKind::first_touch);
  CHECK(events[1].kind == TouchKind::last_release);
  CHECK(events[0].casting == events[1].casting);
  const double speed = std::sqrt(2 * k_height * k_gravity);
  // Each step moves the body at the velocity of its end: it falls ahead by half a step. The lowest
  // triangle of the icosphere is 0.1 mm above the ball's lowest point.
  CHECK(events[0].time == Approx(speed / k_gravity).epsilon(0.01));
  CHECK(events[0].normal_speed() == Approx(speed).epsilon(0.01));
  CHECK(events[1].normal_speed() == Approx(speed).epsilon(0.05));
}

TEST_CASE("session: a pendulum swings on rows of its joint alone", "[world]") {
  SmallBodies engine;
  const double length = 0.5, mass = 1, moment = 1e-4;
  engine.bodies.push_back({mass, moment, at(0.05, 0, 0)});
  engine.bodies[0].X_WB.translation().z() = -std::sqrt(length * length - 0.05 * 0.05);
  const Vector3d arm = -engine.bodies[0].X_WB.translation();
  Session session(engine);
  double zero_at = 0;
  for (int step = 0; zero_at == 0 && step < 480; ++step) {
    std::vector<JointRow> rows = pivot(engine.bodies[0], 0, arm, Vector3d::Zero());
    session.step(k_dt, rows);
    CHECK(engine.bodies[0].X_WB.translation().norm() == Approx(length).epsilon(1e-3));
    if (engine.bodies[0].X_WB.translation().x() < 0) zero_at = session.time();
  }
  const double inertia = moment + mass * length * length;
  const double period = 2 * std::numbers::pi * std::sqrt(inertia / (mass * k_gravity * length));
  CHECK(zero_at == Approx(period / 4).margin(k_dt));
}

TEST_CASE("session: a joint and contact carry a body together", "[world]") {
  // A ball at the end of a light arm, which turns about a pivot and lies on the floor: its weight
  // is carried by the contact below it, and the pivot carries nothing.
  Balls balls({ball_at(0.2, k_radius - 1e-5)});
  const Vector3d pivot_W(0, 0, k_radius), arm(-0.2, 0, 1e-5);
  std::vector<JointRow> rows;
  for (int step = 0; step < 480; ++step) {
    rows = pivot(balls.engine.bodies[1], 1, arm, pivot_W);
    balls.session.step(k_dt, rows);
  }
  REQUIRE(balls.session.pairs().size() == 1);
  const double carried = balls.session.pairs()[0].F_casting_W.force.z();
  CHECK(carried + rows[2].impulse / k_dt == Approx(k_mass * k_gravity).epsilon(1e-6));
  CHECK(std::abs(rows[2].impulse / k_dt) < 1e-3 * k_mass * k_gravity);
}

TEST_CASE("session: a strand couples two masses over a body that stands", "[world]") {
  // Atwood's machine: a cord over a pin that stands; the pin without friction, the masses fall at
  // g (m2 - m1) / (m2 + m1).
  SmallBodies engine;
  engine.bodies = {{1, 1e-4, at(-0.05, 0, -0.3)}, {}, {3, 1e-4, at(0.05, 0, -0.3)}};
  Session session(engine);
  ligament::Strand cord;
  cord.name = "cord";
  cord.linear_stiffness = 1e5;
  cord.transition_strain = 1e-4;
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Vector3d::Zero()},
                 {.body = 1, .p_B = Vector3d(-0.05, 0, 0)},
                 {.body = 1, .p_B = Vector3d(0.05, 0, 0)},
                 {.body = 2, .p_B = Vector3d::Zero()}};
  const double tension = 2 * 1 * 3 * k_gravity / 4;
  cord.slack_length = 0.7 / (1 + tension / cord.linear_stiffness + 0.5 * cord.transition_strain);
  const int bodies[] = {0, 1, 2};
  session.add_strand(cord, bodies, path);
  const int steps = 48;
  for (int step = 0; step < steps; ++step) session.step(k_dt);
  CHECK(session.step_report().groups == 1);
  const double speed = k_gravity / 2 * steps * k_dt;
  CHECK(engine.bodies[0].velocity.linear.z() == Approx(speed).epsilon(1e-3));
  CHECK(engine.bodies[2].velocity.linear.z() == Approx(-speed).epsilon(1e-3));
  CHECK(session.strands()[0].force.total_force == Approx(tension).epsilon(1e-2));
  path.points[1].rate = 1;  // of a coordinate, which nobody gives
  CHECK_THROWS_WITH(session.add_strand(cord, bodies, path), Catch::Contains("coordinate"));
}

TEST_CASE("session: a chain of joints hangs, its rows solved by iteration", "[world]") {
  // 30 links of 90 rows: more than are eliminated together. Each pivot carries what hangs on it.
  constexpr int k_links = 30;
  constexpr double k_length = 0.04, k_link_mass = 0.05;
  SmallBodies engine;
  for (int i = 0; i < k_links; ++i)
    engine.bodies.push_back({k_link_mass, 1e-5, at(0, 0, -(i + 0.5) * k_length)});
  Session session(engine);
  std::vector<JointRow> rows;
  for (int step = 0; step < 100; ++step) {
    rows.clear();
    for (int i = 0; i < k_links; ++i) {
      const FreeBody& link = engine.bodies[i];
      const Vector3d arm = link.X_WB.linear() * Vector3d(0, 0, k_length / 2);
      Vector3d pivot_W = Vector3d::Zero(), other = Vector3d::Zero();
      if (i > 0) {
        const FreeBody& above = engine.bodies[i - 1];
        other = above.X_WB.linear() * Vector3d(0, 0, -k_length / 2);
        pivot_W = above.X_WB.translation() + other;
      }
      const Vector3d error = link.X_WB.translation() + arm - pivot_W;
      for (int axis = 0; axis < 3; ++axis) {
        JointRow row;
        row.body_a = i;
        row.J_a << arm.cross(Vector3d::Unit(axis)), Vector3d::Unit(axis);
        row.body_b = i - 1;
        row.J_b << -other.cross(Vector3d::Unit(axis)), -Vector3d::Unit(axis);
        row.velocity = -0.2 / k_dt * error[axis];
        rows.push_back(row);
      }
    }
    JointRow nothing;  // along which nothing moves
    nothing.body_a = 3;
    nothing.impulse = 7;
    rows.push_back(nothing);
    session.step(k_dt, rows);
  }
  CHECK(rows.back().impulse == 0);
  for (int i = 0; i < k_links; ++i) {
    INFO("link " << i);
    const double carried = (k_links - i) * k_link_mass * k_gravity;
    CHECK(rows[3 * i + 2].impulse / k_dt == Approx(carried).epsilon(1e-3));
    CHECK(engine.bodies[i].X_WB.translation().z() == Approx(-(i + 0.5) * k_length).margin(1e-4));
  }
}

TEST_CASE("session: contact of the engine's own and its friction are solved together with the rest",
          "[world]") {
  constexpr double k_friction = 0.2, k_block_mass = 0.5;
  // A block that cannot turn, on a floor of the engine, carries a ball without friction.
  SmallBodies engine;
  engine.bodies = {{k_block_mass, 1e12, at(0, 0, 0)}, ball_at(0, k_radius)};
  Session session(engine);
  session.set_default_contact(damped());
  session.add_collider(0, floor_surface());
  session.add_collider(1, ball_surface());
  std::vector<JointRow> rows;
  const auto run = [&](int steps) {
    for (int step = 0; step < steps; ++step) {
      rows.assign(3, {});
      for (int axis = 0; axis < 3; ++axis) {
        rows[axis].body_a = 0;
        rows[axis].J_a.tail<3>() = Vector3d::Unit(2 - axis);
        rows[axis].is_contact = true;
      }
      rows[0].velocity = -0.2 / k_dt * engine.bodies[0].X_WB.translation().z();
      rows[0].lower = 0;
      for (const int axis : {1, 2}) {
        rows[axis].friction_of = 0;
        rows[axis].friction = k_friction;
      }
      session.step(k_dt, rows);
    }
  };
  run(480);
  const double weight = (k_block_mass + k_mass) * k_gravity;
  // The step ends when the forces balance to 1e-9 of the momentum (StepSettings::pass_tolerance).
  CHECK(rows[0].impulse / k_dt == Approx(weight).epsilon(1e-6));

  Vector3d& velocity = engine.bodies[0].velocity.linear;
  velocity.x() = 1;
  const double dissipated = session.energy_totals().engine_contacts;
  run(24);
  CHECK(velocity.x() == Approx(1 - k_friction * weight / k_block_mass * 24 * k_dt).epsilon(1e-6));
  CHECK(rows[2].impulse == Approx(-k_friction * rows[0].impulse).epsilon(1e-9));
  run(240);
  CHECK(velocity.norm() < 1e-8);
  // The block slid from under the ball.
  CHECK(engine.bodies[1].velocity.linear.head<2>().norm() < 1e-9);
  CHECK(session.energy_totals().engine_contacts - dissipated ==
        Approx(0.5 * k_block_mass).epsilon(1e-6));

  velocity.z() = 1;  // thrown up, it rubs no more
  velocity.x() = 1;
  run(2);
  CHECK(rows[0].impulse == 0);
  CHECK(rows[2].impulse == 0);
  CHECK(velocity.x() == Approx(1).epsilon(1e-9));
}

TEST_CASE("session: a row of friction that names no row of its contact is refused", "[world]") {
  Balls balls({ball_at(0, k_radius)});
  std::vector<JointRow> rows(3);
  for (JointRow& row : rows) {
    row.body_a = 1;
    row.J_a.z() = 1;
  }
  using Catch::Contains;
  const auto refusal = [&] {
    try {
      balls.session.step(k_dt, rows);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  rows[1].friction_of = 2;
  CHECK_THAT(refusal(), Contains("Row 1") && Contains("not before it"));
  rows[1].friction_of = 0;
  rows[1].friction = -1;
  CHECK_THAT(refusal(), Contains("friction coefficient"));
  rows[1].friction = 0.5;
  rows[2].friction_of = 1;
  CHECK_THAT(refusal(), Contains("of a row of friction"));
  rows[2].friction_of = 0;
  rows[2].body_b = 0;
  CHECK_THAT(refusal(), Contains("other bodies"));
  rows[2].body_b = -1;
  CHECK(refusal().empty());
}

TEST_CASE("session: a strand carries a mass, and reports it", "[world]") {
  SmallBodies engine;
  engine.bodies.emplace_back();
  engine.bodies.push_back({2, 1e-3, at(0, 0, -0.1)});
  Session session(engine);
  ligament::Strand strand;
  strand.name = "rope";
  strand.linear_stiffness = 5000;
  strand.slack_length = 0.1;
  strand.damping_coefficient = 200;
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Vector3d::Zero()}, {.body = 1, .p_B = Vector3d::Zero()}};
  const int bodies[] = {0, 1};
  session.add_strand(strand, bodies, path);
  for (int step = 0; step < 960; ++step) session.step(k_dt);
  REQUIRE(session.strands().size() == 1);
  CHECK(session.strands()[0].condition == StrandCondition::taut);
  CHECK(session.strands()[0].force.total_force == Approx(2 * k_gravity).epsilon(1e-6));
  CHECK(session.strands()[0].length == Approx(-engine.bodies[1].X_WB.translation().z()));
  session.remove_strand({0});
  session.step(k_dt);
  CHECK(session.strands().empty());
  CHECK(engine.bodies[1].velocity.linear.z() == Approx(-k_gravity * k_dt).epsilon(1e-3));
}

TEST_CASE("session: heaps of balls come to rest one on another, and gain no energy",
          "[world][rounds]") {
  for (int seed = 0; seed < few_or_all(4, 6); ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    std::uniform_real_distribution<double> part(-1, 1);
    std::vector<FreeBody> balls;
    for (int i = 0; i < 2 + seed; ++i) {
      balls.push_back(ball_at(0.02 * part(random), 0.05 + 0.08 * i));
      balls.back().X_WB.translation().y() = 0.02 * part(random);
      balls.back().velocity = {Vector3d(part(random), part(random), part(random)),
                               Vector3d(part(random), part(random), part(random))};
    }
    Balls heap(balls);
    ContactSettings rough = damped();
    rough.friction.static_coefficient = rough.friction.dynamic_coefficient = 0.4;
    heap.session.set_default_contact(rough);
    heap.run(240);
    heap.session.remove_collider({1});  // of the first ball, which falls through the floor
    heap.run(60);
    CHECK(heap.engine.bodies[1].X_WB.translation().z() < -0.1);
    for (int i = 2; i < heap.engine.count(); ++i)
      CHECK(heap.engine.bodies[i].X_WB.translation().z() > 0.9 * k_radius);
    const EnergyLedger& energy = heap.session.energy_totals();
    CHECK(energy.numbers > 0);
    CHECK(energy.start + energy.added() ==
          Approx(energy.stored() + energy.dissipated() + energy.numbers));
  }
}

TEST_CASE("session: what it cannot take is named, and moves nothing", "[world]") {
  using Catch::Contains;
  Balls balls({ball_at(0, k_radius)});
  Session& session = balls.session;
  CHECK_THROWS_WITH(session.step(0), Contains("above 0"));
  CHECK_THROWS_WITH(session.add_collider(7, ball_surface(), Pose::Identity(), "ball"),
                    Contains("ball: there is no body 7; the engine has 2"));
  CHECK_THROWS_WITH(session.add_collider(1, std::shared_ptr<ContactSurface>()),
                    Contains("surface is missing"));
  CHECK_THROWS_WITH(session.set_contact({0}, {9}, {}), Contains("no collider 9"));
  CHECK_THROWS_WITH(session.set_contact({1}, {1}, {}), Contains("on one body"));
  const int one[] = {0}, twice[] = {0, 0};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Vector3d::Zero()}, {.body = 1, .p_B = Vector3d::UnitX()}};
  CHECK_THROWS_AS(session.add_strand({}, one, path), InputError);
  CHECK_THROWS_AS(session.add_strand({}, twice, path), InputError);
  JointRow row;
  row.body_a = 5;
  CHECK_THROWS_WITH(session.step(k_dt, std::span(&row, 1)), Contains("a body that does not exist"));
  const Pose before = balls.engine.bodies[1].X_WB;
  balls.engine.bodies[1].velocity.linear.y() = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(session.step(k_dt), Contains("Body 1: its velocity is not finite"));
  CHECK(balls.engine.bodies[1].X_WB.matrix() == before.matrix());
  balls.engine.bodies[1].velocity = {};
  session.step(k_dt);
  balls.engine.bodies.pop_back();
  CHECK_THROWS_WITH(session.step(k_dt), Contains("collider 1: there is no body 1"));
  session.remove_collider({1});
  session.step(k_dt);
}

}  // namespace condyle::test::session_tests
