// Motion along a surface is a sensitive test of an implicit contact: its stiffness must not act on
// a body that slides, spins or leaves, and friction must be the law's.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_result.h"
#include "engines/trial_world.h"
#include "support/figures.h"

namespace condyle::test::sliding_body_tests {
namespace {

using Eigen::Vector3d;

/// Polyethylene of the shipped knee.
constexpr Layer k_plastic{463e6, 0.46, 0.008};
constexpr double k_mass = 0.5;

/// A block on an incline, at rest at the depth of the law (a dropped block would gain speed before
/// friction could hold it). Gravity is vertical.
struct Slope {
  Slope(double angle, const Friction& friction)
      : downhill(std::cos(angle), 0, -std::sin(angle)), world(scene(angle)) {
    ContactSettings settings;
    settings.friction = friction;
    world.set_contact(0, 1, settings);
  }

  static TrialScene scene(double angle) {
    const Vector3d size(0.05, 0.05, 0.03);
    const double depth =
        k_mass * k_earth * std::cos(angle) / (stiffness_by_area(k_plastic) * size.x() * size.y());
    const Pose tilt(Eigen::AngleAxisd(angle, Vector3d::UnitY()));
    TrialScene scene{{trial_box(size, {10, 10, 2}, k_plastic, k_mass, {0, 0, size.z() / 2 - depth}),
                      trial_plate(2, 4, k_plastic)}};
    for (TrialBody& body : scene.bodies) body.X_WB = tilt * body.X_WB;
    return scene;
  }

  double speed() const { return world.velocity(0).linear.dot(downhill); }

  Vector3d downhill;
  TrialWorld world;
};

}  // namespace

TEST_CASE("a block holds below the angle of friction, and creeps as the regularised law says",
          "[engines][friction]") {
  // ORACLES 3.7: creep at v_s s, s (3 - s^2) / 2 = tan(slope) / mu_s.
  const auto [ratio, s] = GENERATE(table<double, double>({{0.5, 0.34730}, {0.9, 0.72930}}));
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(ratio, rate);
  const Friction friction{0.5, 0.4, 1e-3, 1.5e-3};
  Slope slope(std::atan(ratio * friction.static_coefficient), friction);
  slope.world.step(1 / rate, static_cast<int>(rate));
  const double expected = s * friction.stiction_speed;
  CHECK(slope.speed() == Approx(expected).epsilon(by_precision(1e-3, 1e-2)));
  note(fmt::format("block that creeps at {} of the angle of friction [m/s], {} Hz", ratio, rate),
       {expected, slope.speed()});
}

TEST_CASE("a block slides above the angle of friction at g (sin - mu cos)",
          "[engines][friction][stiction]") {
  const double rate = GENERATE(60., 240., 1000.);
  const FrictionMode mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  CAPTURE(rate, mode);
  const double angle = 0.6;
  Slope slope(angle, {0.3, 0.2, 1e-3, 1.5e-3, mode});
  slope.world.step(1 / rate, static_cast<int>(rate / 10));
  const double start = slope.speed();
  slope.world.step(1 / rate, static_cast<int>(rate / 5));
  const double expected = k_earth * (std::sin(angle) - 0.2 * std::cos(angle)) * 0.2;
  const double gained = slope.speed() - start;
  CHECK(gained == Approx(expected).epsilon(1e-3));
  note(fmt::format("block that slides down 0.6 rad, {}: gain of speed in 0.2 s [m/s], {} Hz",
                   mode == FrictionMode::on ? "friction" : "stiction", rate),
       {expected, gained});
}

TEST_CASE("friction stays in its cone on every triangle", "[engines][friction]") {
  const Friction friction{0.5, 0.4, 1e-3, 1.5e-3};
  Slope slope(GENERATE(0.2, 0.45, 0.9), friction);
  for (int i = 0; i < 60; ++i) {
    slope.world.step(1.0 / 60);
    if (slope.world.session().pairs().empty()) continue;
    const ContactResult& result = slope.world.session().pairs()[0].result();
    for (std::size_t h = 0; h < result.hits.size(); ++h) {
      const auto t = static_cast<std::size_t>(result.hits[h].casting_triangle);
      REQUIRE(result.traction[h].norm() <=
              friction.static_coefficient * result.casting->pressure[t] * (1 + 1e-9));
    }
  }
}

TEST_CASE("a sliding ball comes to roll at 5/7 of its speed", "[engines][friction]") {
  const double rate = GENERATE(60., 240., 1000.);
  CAPTURE(rate);
  constexpr double k_radius = 0.05, k_speed = 0.5;
  const Layer layer{1e6, 0.3, 0.01};
  TrialWorld world(
      {{trial_ball(k_radius, 5, layer, k_mass, {-0.2, 0, k_radius}), trial_plate(2, 8, layer)}});
  ContactSettings settings;
  settings.friction = {0.2, 0.2, 1e-3, 1.5e-3};
  world.set_contact(0, 1, settings);
  world.step(1 / rate, static_cast<int>(rate / 2));  // settles
  world.set_velocity(0, {Vector3d::Zero(), {k_speed, 0, 0}});
  world.step(1 / rate, static_cast<int>(0.2 * rate));  // 2 v / (7 mu g) = 0.073 s
  const Twist rolling = world.velocity(0);
  CHECK(rolling.linear.x() == Approx(5.0 / 7 * k_speed).epsilon(0.02));
  CHECK(rolling.angular.y() * k_radius == Approx(rolling.linear.x()).epsilon(0.02));
  note(fmt::format("ball that slides at 0.5 m/s until it rolls [m/s], {} Hz", rate),
       {5.0 / 7 * k_speed, rolling.linear.x()});
}

TEST_CASE("a box that spins fast on a plane turns by all of its spin and keeps it",
          "[engines][spin]") {
  const double rate = GENERATE(60., 240.);
  CAPTURE(rate);
  constexpr double k_spin = 500;  // 8.3 rad a step at 60 Hz
  const Vector3d size(0.1, 0.06, 0.04);
  const Layer layer{1e6, 0.4, 0.01};
  const double depth = k_mass * k_earth / (stiffness_by_area(layer) * size.x() * size.y());
  TrialWorld world({{trial_box(size, {10, 6, 4}, layer, k_mass, {0, 0, size.z() / 2 - depth}),
                     trial_plate(1, 2, layer)}});
  world.set_contact(0, 1, {});
  world.set_velocity(0, {{0, 0, k_spin}, Vector3d::Zero()});
  const double least = by_precision(1e-9, 1e-4);  // single precision rounds angles of 8 rad
  for (int i = 0; i < 20; ++i) {
    const Pose before = world.pose(0);
    world.step(1 / rate);
    REQUIRE(world.session().pairs().size() == 1);
    const Eigen::AngleAxisd turned(world.pose(0).linear() * before.linear().transpose());
    const Eigen::AngleAxisd wanted(
        Eigen::Matrix3d(Eigen::AngleAxisd(k_spin / rate, Vector3d::UnitZ())));
    REQUIRE((turned.angle() * turned.axis() - wanted.angle() * wanted.axis()).norm() < least);
    REQUIRE(world.velocity(0).angular.z() == Approx(k_spin).epsilon(least));
    REQUIRE(world.velocity(0).angular.x() == Approx(0).margin(least * k_spin));
  }
  CHECK(world.height(0) == Approx(size.z() / 2 - depth).margin(1e-7));
  note(fmt::format("box that spins at 500 rad/s on a plane [rad/s], {} Hz", rate),
       {k_spin, world.velocity(0).angular.z()});
}

namespace {

/// A ball pressed on a plate without friction; either side casts. A casting plate presses along its
/// own normal in engines that can: along the ball's normal its energy would have a dip at each
/// triangle.
struct PressedBall {
  static constexpr double k_radius = 0.03, k_ball_mass = 0.3;

  PressedBall(bool ball_casts, double weights)
      : world({{trial_ball(k_radius, 5, k_plastic, k_ball_mass, {0, 0, k_radius}),
                trial_plate(0.2, 80, k_plastic)},
               {},
               Vector3d::Zero()}),
        load(-weights * k_ball_mass * k_earth) {
    if (ball_casts)
      world.set_contact(0, 1, {});
    else
      world.set_contact(1, 0, {.force_direction = ForceDirection::casting});
  }

  void run(double seconds, double rate, double along = 0) {
    for (int i = 0; i < static_cast<int>(std::lround(seconds * rate)); ++i) {
      world.push(0, {along, 0, load});
      world.step(1 / rate);
    }
  }

  TrialWorld world;
  double load;
};

/// Pairs of rate [Hz] and load in weights of the ball. The step does not resolve the second pair.
const auto k_conditions = {std::pair{60., 10.}, std::pair{60., 600.}, std::pair{1000., 600.}};

/// Which sides cast, by engine.
std::vector<bool> ball_casts() {
  if (presses_along_casting_normal()) return {true, false};
  return {true};
}

std::string text_of(const char* what, double rate, double weights) {
  return fmt::format("{}, under {} weights, {} Hz", what, weights, rate);
}

}  // namespace

TEST_CASE("a ball slides down a frictionless incline as a free body", "[engines][motion]") {
  constexpr double k_slope = 0.6;  // acceleration along the plate [m/s^2]
  for (const bool casts : ball_casts())
    for (const auto& [rate, weights] : k_conditions) {
      CAPTURE(casts, rate, weights);
      PressedBall rig(casts, weights);
      rig.run(0.5, rate);
      rig.run(0.5, rate, PressedBall::k_ball_mass * k_slope);
      const double speed = rig.world.velocity(0).linear.x();
      CHECK(speed == Approx(k_slope * 0.5).epsilon(0.01));
      if (casts)
        note(text_of("ball that slides without friction [m/s]", rate, weights), {0.3, speed});
    }
}

TEST_CASE("a spin about the normal is kept without friction", "[engines][motion]") {
  for (const bool casts : ball_casts())
    for (const auto& [rate, weights] : k_conditions) {
      CAPTURE(casts, rate, weights);
      PressedBall rig(casts, weights);
      rig.run(0.5, rate);
      rig.world.set_velocity(0, {{0, 0, 10}, rig.world.velocity(0).linear});
      rig.run(0.5, rate);
      const double spin = rig.world.velocity(0).angular.z();
      CHECK(spin == Approx(10).epsilon(0.01));
      if (casts)
        note(text_of("ball that spins about the normal [rad/s]", rate, weights), {10, spin});
    }
}

TEST_CASE("a body thrown upward from rest leaves as in free flight", "[engines][motion]") {
  for (const bool casts : ball_casts())
    for (const auto& [rate, weights] : k_conditions) {
      CAPTURE(casts, rate, weights);
      PressedBall rig(casts, weights);
      rig.run(0.5, rate);
      const double start = rig.world.height(0);
      rig.world.set_velocity(0, {Vector3d::Zero(), {0, 0, 1}});
      rig.load = -PressedBall::k_ball_mass * k_earth;
      const int steps = static_cast<int>(0.1 * rate);
      rig.run(0.1, rate);
      // Free flight in an engine: velocity first, then position.
      double height = 0, velocity = 1;
      for (int i = 0; i < steps; ++i) height += (velocity -= k_earth / rate) / rate;
      // The layer may still push the ball up slightly but must never hold it.
      const double risen = rig.world.height(0) - start;
      CHECK(risen >= 0.999 * height);
      CHECK(risen <= 1.01 * height + 0.1 * std::abs(start - PressedBall::k_radius));
      if (casts)
        note(text_of("ball that is thrown up: height after 0.1 s [m]", rate, weights),
             {height, risen});
    }
}

}  // namespace condyle::test::sliding_body_tests
