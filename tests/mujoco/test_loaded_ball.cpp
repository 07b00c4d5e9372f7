// A ball of 50 mm on a strip of springs (2.6e11 Pa/m), with 588 N of weight or light under 1.9 kN,
// at 240 steps a second: slides, rolls and rests as in theory, with and without friction. The same
// cases were computed when rows of constraint were first tried as contact, with a row for each
// element and one pass a step; their figures stand beside these in docs/mujoco.md.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "support/figures.h"

namespace condyle::mujoco {
namespace {

constexpr double k_ball = 0.05, k_by_area = 2.6e11, k_g = 9.81;  // [m], [Pa/m], [m/s^2]
constexpr double k_slope = 10 * M_PI / 180;

/// Springs cast: centroids of triangles of a strip along x, under a sphere.
struct LoadedBall {
  std::string joints = R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>)";
  double mass = 60, load = 0;  ///< [kg], [N]
  double tilt = 0, friction = 0, speed = 0;
};

class LoadedBallWorld {
 public:
  explicit LoadedBallWorld(const LoadedBall& ball)
      : trial(mjcf(ball)), plugin(*trial.model, *trial.data) {
    constexpr double k_layer = 1e-3;  // [m]
    const Layer layer{
        .elastic_modulus = 2 * k_by_area * k_layer, .poissons_ratio = 0, .thickness = k_layer};
    static const TriangleMesh strip = mesh::make_plane_grid(15, 0.012, 10000, 8);
    const ColliderId casting =
        plugin.add_collider(trial.geom("strip"), std::make_shared<ContactSurface>(strip, layer));
    const ColliderId target = plugin.add_collider(
        trial.geom("ball"), std::make_shared<ContactSurface>(
                                geometry::Shape(geometry::Sphere{k_ball}), TriangleMesh{}, layer));
    ContactSettings settings;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = ball.friction;
    settings.friction.stiction_speed = 1e-4;
    settings.friction.friction_speed = 1.5e-4;
    plugin.set_contact(casting, target, settings, {}, CastingSide::first);
    weight = ball.load + k_g * ball.mass;
    mjtNum* const push = trial.data->xfrc_applied + 6 * trial.body("ball");
    push[0] = ball.load * std::sin(ball.tilt);
    push[2] = -ball.load * std::cos(ball.tilt);
    trial.data->qvel[0] = ball.speed;
    normal = weight * std::cos(ball.tilt);
  }

  /// Largest deviation of the normal force from its load, relative, after the first tenth of a
  /// second; depths are watched too.
  double run(double time) {
    double most = 0;
    for (const double until = trial.data->time + time; trial.data->time < until - 1e-6;) {
      plugin.step();
      if (trial.data->time < 0.1) continue;
      REQUIRE(plugin.pairs().size() == 1);
      const double force = -plugin.pairs().front().F_casting_W.force.z();
      if (std::abs(force / normal - 1) > std::abs(most)) most = force / normal - 1;
    }
    return most;
  }
  double speed() const { return trial.data->qvel[0]; }

  TrialModel trial;
  Plugin plugin;
  double weight, normal;  ///< [N]

 private:
  static std::string mjcf(const LoadedBall& ball) {
    const double depth = std::sqrt((ball.load + k_g * ball.mass) * std::cos(ball.tilt) /
                                   (M_PI * k_by_area * k_ball));
    return fmt::format(
        R"(<mujoco><option timestep="{:.17g}" gravity="{:.17g} 0 {:.17g}" cone="elliptic"
             tolerance="1e-14" iterations="200"/>
           <size nconmax="400" njmax="1500"/><worldbody>
           <geom name="strip" type="box" size="7.5 0.01 0.001" pos="7 0 0"/>
           <body name="ball" pos="0 0 {:.17g}">{}
             <geom name="ball" type="sphere" size="{}" mass="{}"/></body>
           </worldbody></mujoco>)",
        1.0 / 240, k_g * std::sin(ball.tilt), -k_g * std::cos(ball.tilt), k_ball - depth,
        ball.joints, k_ball, ball.mass);
  }
};

const char* const k_rolling =
    R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>)";
constexpr double k_gain = k_g * 2;  // of speed in two seconds of free fall [m/s]

/// A case, its theory, and what the first trial found.
struct Figure {
  const char* what;
  double theory, trial;
};

void check(const Figure& figure, double found, double tolerance) {
  test::note(figure.what, {figure.theory, figure.trial, found});
  INFO(figure.what);
  CHECK(found == Approx(figure.theory).margin(tolerance));
}

}  // namespace

TEST_CASE("a loaded ball slides without friction as in theory", "[figures]") {
  LoadedBallWorld level({.speed = 0.7});
  const double force = level.run(2);
  check({"no friction, slides on at 0.7 m/s: after 2 s [m/s]", 0.7, 0.700015}, level.speed(), 2e-4);
  check({"no friction, slides on at 0.7 m/s: largest error of the force", 0, -6e-4}, force, 2e-3);
  LoadedBallWorld slope({.tilt = k_slope});
  slope.run(2);
  check({"no friction, slides down 10 degrees: after 2 s [m/s]", k_gain * std::sin(k_slope), 3.395},
        slope.speed(), 0.012);
}

TEST_CASE("a loaded ball slides with friction as in theory", "[figures]") {
  LoadedBallWorld resting({.tilt = k_slope, .friction = 0.3});
  resting.run(1);
  const Friction law = {.static_coefficient = 0.3,
                        .dynamic_coefficient = 0.3,
                        .stiction_speed = 1e-4,
                        .friction_speed = 1.5e-4};
  INFO("creeps at " << resting.speed());
  // To half the square of the angle between ball and strip at the rim of the contact, 0.07.
  CHECK(friction_coefficient(law, resting.speed()) == Approx(std::tan(k_slope)).epsilon(3e-3));

  LoadedBallWorld sliding({.tilt = k_slope, .friction = 0.1});
  const double force = sliding.run(2);
  check({"friction 0.1, slides down 10 degrees: after 2 s [m/s]",
         k_gain * (std::sin(k_slope) - 0.1 * std::cos(k_slope)), 1.4689},
        sliding.speed(), 0.01);
  check({"friction 0.1, slides down 10 degrees: largest error of the force", 0, -3e-5}, force,
        5e-3);
}

TEST_CASE("a loaded ball rolls as in theory", "[figures]") {
  LoadedBallWorld down({.joints = k_rolling, .tilt = k_slope, .friction = 0.3});
  down.run(2);
  check({"rolls down 10 degrees: after 2 s [m/s]", 5.0 / 7 * k_gain * std::sin(k_slope), 2.4251},
        down.speed(), 0.012);
  LoadedBallWorld starts({.joints = k_rolling, .friction = 0.1, .speed = 1});
  starts.run(1);
  check({"slides at 1 m/s until it rolls [m/s]", 5.0 / 7, 0.71396}, starts.speed(), 8e-3);
  LoadedBallWorld rolls({.joints = k_rolling, .friction = 0.3, .speed = 3.5});
  rolls.trial.data->qvel[2] = 3.5 / k_ball;
  check({"rolls at 3.5 m/s: largest error of the force", 0, -3e-3}, rolls.run(1), 0.01);
}

TEST_CASE("a light ball under 1.9 kN rolls and stops as in theory", "[figures]") {
  LoadedBallWorld rolls(
      {.joints = k_rolling, .mass = 0.3, .load = 1900, .friction = 0.3, .speed = 3.5});
  rolls.trial.data->qvel[2] = 3.5 / k_ball;
  check({"0.3 kg under 1.9 kN rolls at 3.5 m/s: largest error of the force", 0, -1e-3},
        rolls.run(1), 0.01);
  LoadedBallWorld stops({.mass = 0.3, .load = 1900, .friction = 0.1, .speed = 1});
  stops.run(0.5);
  check({"0.3 kg under 1.9 kN stops from 1 m/s [m/s]", 0, 8e-8}, stops.speed(), 1e-6);
}

TEST_CASE("an element stiffer than any impedance of MuJoCo's bears its load", "[figures]") {
  // Two triangles of 1.9e8 N/m under 0.03 kg: inverse mass times stiffness times the step squared
  // is 1e5 at 240 Hz, where MuJoCo's impedance ends at 1e4.
  const double rate = GENERATE(60, 240);
  PlateOnBall described{.rate = rate, .mass = 0.03, .gap = 0};
  TrialModel trial(described.mjcf());
  Plugin plugin(*trial.model, *trial.data);
  const Layer layer{.elastic_modulus = 1.2e8, .poissons_ratio = 0, .thickness = 1e-3};
  const ColliderId plate = plugin.add_collider(
      trial.geom("plate"),
      std::make_shared<ContactSurface>(mesh::make_box({0.08, 0.08, 0.01}, {1, 1, 1}), layer));
  const ColliderId ball = plugin.add_collider(
      trial.geom("ball"),
      std::make_shared<ContactSurface>(mesh::make_box({0.09, 0.09, 0.1}, {1, 1, 1}), layer));
  plugin.set_contact(plate, ball, described.settings(), {}, CastingSide::first);
  trial.data->xfrc_applied[6 * trial.body("plate") + 2] = -1900;
  for (int step = 0; step < rate; ++step) plugin.step();
  const double load = 1900 + k_g * 0.03;
  const std::string what =
      fmt::format("1.9e8 N/m an element, 0.03 kg under 1.9 kN, {} Hz: error of the force", rate);
  check({what.c_str(), 0, -2e-12}, plugin.pairs().front().F_casting_W.force.z() / load - 1, 1e-9);
}

TEST_CASE("a plate driven by 1.9 kN lands in its first step", "[figures]") {
  PlateWorld world({.gap = 5e-4}, 1900);
  world.plugin.step();
  const double after = -world.trial.data->qpos[0] - 5e-4;
  world.run(1);
  const double rest = -world.trial.data->qpos[0] - 5e-4;
  test::note("0.3 kg under 1.9 kN from 0.5 mm above: depth after one step over that at rest",
             {1, 0.9967, after / rest});
  CHECK(after == Approx(rest).epsilon(0.02));
  test::note("0.3 kg under 1.9 kN at rest: error of the force",
             {0, 6e-15, world.applied() / world.weight - 1});
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-10));
}

}  // namespace condyle::mujoco
