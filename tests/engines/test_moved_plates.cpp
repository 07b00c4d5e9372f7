// Bodies on a plate that moves as it is told.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "engines/trial_world.h"
#include "support/figures.h"

namespace condyle::test::moved_plate_tests {
namespace {

using Eigen::Vector3d;

constexpr Layer k_foam{2e4, 0.4, 0.01};
constexpr double k_half = 0.05, k_mass = 0.5;
const double k_depth = k_mass * k_earth / (stiffness_by_area(k_foam) * 4 * k_half * k_half);

/// A box, body 0, on a driven plate, body 1, whose upper face is at z = 0.
struct Lift {
  explicit Lift(bool plate_casts = false, double mu = 0) : world(scene()) {
    ContactSettings settings;
    if (mu > 0) settings.friction = {mu, mu, 1e-3, 1.5e-3};
    world.set_contact(plate_casts ? 1 : 0, plate_casts ? 0 : 1, settings);
  }

  static TrialScene scene() {
    TrialBody plate = trial_box({0.5, 0.5, 0.2}, {100, 100, 1}, k_foam, 0, {0, 0, -0.1});
    plate.is_driven = true;
    return {{trial_box(Vector3d::Constant(2 * k_half), {10, 10, 10}, k_foam, k_mass,
                       {0, 0, k_half - k_depth}),
             plate}};
  }

  void move(const Twist& velocity) { world.set_velocity(1, velocity); }
  double height_on_plate() const { return world.height(0) - world.height(1) - 0.1; }

  TrialWorld world;
};

Approx at_rest() {
  return Approx(k_half - k_depth).margin(by_precision(1e-4 * k_depth, 0.01 * k_depth + 2e-8));
}

}  // namespace

TEST_CASE("a plate that rises carries at the depth of the law", "[engines][kinematic]") {
  const bool plate_casts = GENERATE(false, true);
  const double rate = GENERATE(60., 240.);
  CAPTURE(plate_casts, rate);
  Lift lift(plate_casts);
  const double speed = 0.2;
  lift.move({Vector3d::Zero(), {0, 0, speed}});
  lift.world.step(1 / rate, static_cast<int>(1.5 * rate));
  CHECK(lift.height_on_plate() == at_rest());
  CHECK(lift.world.velocity(0).linear.z() == Approx(speed).epsilon(1e-3));
  if (!plate_casts)
    note(fmt::format("box on a plate that rises: depth [m], {} Hz", rate),
         {k_depth, k_half - lift.height_on_plate()});

  // The plate stops. The box then flies freely, velocity first, then position.
  lift.move({});
  double top = lift.world.height(0), flown = top, velocity = speed;
  for (int i = 0; i < static_cast<int>(0.1 * rate); ++i) {
    lift.world.step(1 / rate);
    top = std::max(top, lift.world.height(0));
  }
  while ((velocity -= k_earth / rate) > 0) flown += velocity / rate;
  CHECK(top == Approx(flown).margin(1.1 * k_depth));  // the layer still pushes the box up
}

TEST_CASE("a plate that slides drags a body by friction", "[engines][kinematic]") {
  const bool plate_casts = GENERATE(false, true);
  const double rate = GENERATE(60., 240.);
  CAPTURE(plate_casts, rate);
  Lift lift(plate_casts, 0.3);
  const double speed = 0.4, acceleration = 0.3 * k_earth;
  lift.move({Vector3d::Zero(), {speed, 0, 0}});
  lift.world.step(1 / rate, static_cast<int>(std::lround(0.1 * rate)));
  // The weight may shift slightly on the layer but never leave it.
  const double dragged = lift.world.velocity(0).linear.x();
  CHECK(dragged == Approx(acceleration * 0.1).epsilon(0.02));
  lift.world.step(1 / rate, static_cast<int>(std::lround(0.4 * rate)));
  CHECK(lift.world.velocity(0).linear.x() == Approx(speed).epsilon(1e-3));
  CHECK(std::abs(lift.world.velocity(0).linear.y()) < 1e-4);
  // If the plate casts, its 5 mm triangles below the box's edge come and go: 5 % of the area.
  if (plate_casts) return;
  CHECK(lift.height_on_plate() == at_rest());
  note(fmt::format("box that a plate drags: speed after 0.1 s [m/s], {} Hz", rate),
       {acceleration * 0.1, dragged});
}

TEST_CASE("a plate that turns takes a body along", "[engines][kinematic]") {
  Lift lift(false, 0.5);
  constexpr double k_rate = 240, k_turn = 0.5;
  lift.move({{0, 0, k_turn}, Vector3d::Zero()});
  lift.world.step(1 / k_rate, 240);
  const double spin = lift.world.velocity(0).angular.z();
  CHECK(spin == Approx(k_turn).epsilon(0.01));
  CHECK(lift.height_on_plate() == at_rest());
  note("box that a plate turns [rad/s], 240 Hz", {k_turn, spin});
}

}  // namespace condyle::test::moved_plate_tests
