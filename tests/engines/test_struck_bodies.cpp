// Impacts: how much of its speed a body keeps, and that it does not pass.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "engines/trial_world.h"
#include "support/figures.h"

namespace condyle::test::struck_body_tests {
namespace {

using Eigen::Vector3d;

constexpr double k_side = 0.05, k_mass = 1;

/// (1 + w^2)^(-pi / (2 atan w)) (ORACLES 3.10): the amplitude that backward Euler keeps over half a
/// period. It holds where contact ends at zero force; the mean over the moments of touch follows
/// it.
double backward_euler(double w) { return std::pow(1 + w * w, -M_PI / (2 * std::atan(w))); }

/// A layer of which two, on the face of the box, have this natural frequency [rad/s].
Layer layer_of(double frequency) {
  const double by_modulus = stiffness_by_area({1, 0.3, 0.005}) * k_side * k_side;
  return {frequency * frequency * k_mass / by_modulus, 0.3, 0.005};
}

/// A box, body 0, in front of a plate without gravity. Contact is linear; w = frequency times dt.
TrialWorld facing(const Layer& layer, double gap, TrialBody plate) {
  TrialScene scene{
      {trial_box(Vector3d::Constant(k_side), {2, 2, 2}, layer, k_mass, {0, 0, k_side / 2 + gap}),
       std::move(plate)},
      {},
      Vector3d::Zero()};
  scene.step.integration = Integration::backward_euler;
  return TrialWorld(std::move(scene));
}

/// Mean speed at which boxes fly from a plate, relative to that of the impact: each falls from
/// another height on a plate that rests, or is struck by one that moves, so that they touch it at
/// moments spread evenly over a step.
double mean_restitution(double w, bool is_struck) {
  constexpr double k_speed = 0.01, k_dt = 1e-3;
  const Layer layer = layer_of(w / k_dt);
  constexpr int k_runs = 40;
  double mean = 0;
  for (int run = 0; run < k_runs; ++run) {
    TrialBody plate = trial_plate(0.1, 2, layer);
    plate.is_driven = is_struck;
    TrialWorld world = facing(layer, k_speed * k_dt * (1 + (run + 0.5) / k_runs), plate);
    const Twist up{Vector3d::Zero(), {0, 0, k_speed}}, down{Vector3d::Zero(), {0, 0, -k_speed}};
    is_struck ? world.set_velocity(1, up) : world.set_velocity(0, down);
    world.step(k_dt, static_cast<int>(1.3 * M_PI / w) + 6);
    mean += (world.velocity(0).linear.z() - (is_struck ? k_speed : 0)) / k_speed / k_runs;
  }
  return mean;
}

}  // namespace

TEST_CASE("a flat impact bounces as backward Euler says", "[engines][impact]") {
  const double w = GENERATE(0.05, 0.1, 0.2);
  const double mean = mean_restitution(w, false);
  CHECK(mean == Approx(backward_euler(w)).margin(2e-3));  // the spread of the runs is 2e-3
  note(fmt::format("box that falls flat: restitution at w = {}", w), {backward_euler(w), mean});
}

TEST_CASE("a body that a paddle strikes flies from it as backward Euler says",
          "[engines][impact][kinematic]") {
  const double w = GENERATE(0.05, 0.2);
  const double mean = mean_restitution(w, true);
  CHECK(mean == Approx(backward_euler(w)).margin(2e-3));
  note(fmt::format("box struck by a paddle: restitution at w = {}", w), {backward_euler(w), mean});
}

TEST_CASE("Hunt-Crossley damping gives its closed-form restitution", "[engines][impact]") {
  // lambda v - ln(1 + lambda v) = -lambda e v - ln(1 - lambda e v), lambda = 1.5 c; independent of
  // stiffness and mass (ORACLES 3.6). Steps are so short that backward Euler's own loss is small.
  const auto [lambda_v, expected] =
      GENERATE(table<double, double>({{0.15, 0.90902}, {0.75, 0.66296}, {1.0, 0.59362}}));
  constexpr double k_speed = 0.5;
  const Layer layer{1e6, 0.3, 0.005};
  TrialWorld world = facing(layer, 1e-5, trial_plate(0.1, 2, layer));
  ContactSettings settings;
  settings.dissipation = lambda_v / k_speed / 1.5;
  world.set_contact(0, 1, settings);
  world.set_velocity(0, {Vector3d::Zero(), {0, 0, -k_speed}});
  const double frequency = std::sqrt(stiffness_by_area(layer) * k_side * k_side / k_mass);
  world.step(0.002 / frequency, 2500);
  // Backward Euler loses about pi w / 2 = 0.3 %.
  const double restitution = world.velocity(0).linear.z() / k_speed;
  CHECK(restitution == Approx(expected).margin(0.005));
  note(fmt::format("box with damping of Hunt and Crossley, 1.5 c v = {}: restitution", lambda_v),
       {expected, restitution});
}

TEST_CASE("a body at 2 and 20 m/s does not pass through a 5 mm layer at 60 Hz",
          "[engines][impact]") {
  const double speed = GENERATE(2., 20.);
  const bool ball_casts = GENERATE(true, false);
  const double start_gap = GENERATE(0.001, 0.0123, 0.1);
  CAPTURE(speed, ball_casts, start_gap);
  constexpr double k_radius = 0.03;
  const Layer layer{463e6, 0.46, 0.005};
  TrialWorld world({{trial_ball(k_radius, 4, layer, 0.3, {0, 0, k_radius + start_gap}),
                     trial_plate(0.2, 40, layer)},
                    {},
                    Vector3d::Zero()});
  world.set_contact(ball_casts ? 0 : 1, ball_casts ? 1 : 0, {});
  world.set_velocity(0, {Vector3d::Zero(), {0, 0, -speed}});
  double lowest = 1;
  for (int i = 0; i < 60; ++i) {
    world.step(1.0 / 60);
    lowest = std::min(lowest, world.height(0) - k_radius);
  }
  CHECK(lowest > -layer.thickness);
  const double leaves = world.velocity(0).linear.z();
  CHECK(leaves >= 0);
  CHECK(leaves <= speed);
  if (divides_impacts()) {
    CHECK(leaves > 0);
    CHECK(world.height(0) > k_radius);
  }
  if (ball_casts && start_gap == 0.001)
    note(fmt::format("ball at {} m/s on 5 mm: restitution in steps of 1/60 s", speed),
         {1, leaves / speed});
}

}  // namespace condyle::test::struck_body_tests
