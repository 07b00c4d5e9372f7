// The law of restitution, POISSON of ADAMS, where nothing rebounds: at rest.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr double k_by_depth = 1e9;  // [N/m^1.5]
constexpr int k_two_seconds = 480;  // in steps

void use_poisson(PlateWorld& world, double restitution) {
  ContactSettings settings = PlateOnBall{}.settings();
  settings.normal = {.kind = NormalLawKind::poisson,
                     .acting = Acting::deepest_point,
                     .stiffness = k_by_depth,
                     .restitution = restitution};
  world.plugin.set_contact(world.plate, world.ball, settings);
}

/// Makes steps, and looks at the plate.
template <class Step>
void check_rest(PlateWorld& world, const Step& step) {
  for (int i = 0; i < k_two_seconds; ++i) step();
  const double height = world.trial.data->qpos[0];
  for (int i = 0; i < k_two_seconds + 1; ++i) step();
  world.plugin.update();
  // Passes leave 1e-6 of the force, which 1.1e7 N/m make 4e-11 m of, and a step 9e-9 m/s.
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
  CHECK(world.shown() == Approx(world.weight).epsilon(1e-6));
  CHECK(std::abs(world.trial.data->qpos[0] - height) < 1e-10);
  CHECK(std::abs(world.trial.data->qvel[0]) < 1e-8);
  // Without a rate the law is K z^1.5, whose depth is off by two thirds of what the force is.
  CHECK(world.pair().result().total.max_proximity ==
        Approx(std::pow(world.weight / k_by_depth, 2 / 3.0)).epsilon(1e-6));
}

}  // namespace

TEST_CASE("by the law of restitution a plate rests at the law's depth, and stays there") {
  const double restitution = GENERATE(0.0, 0.3, 0.8, 1.0);
  CAPTURE(restitution);
  PlateWorld world({}, 400);
  use_poisson(world, restitution);
  check_rest(world, [&] { world.plugin.step(); });
}

TEST_CASE("by the law of restitution a plate may hop in mj_step(), which the residual tells") {
  const double restitution = GENERATE(0.0, 0.3, 0.8);
  CAPTURE(restitution);
  PlateWorld world({}, 400);
  use_poisson(world, restitution);
  for (int step = 0; step < 240; ++step) {
    mj_step(world.trial.model, world.trial.data);
    world.plugin.update();
  }
  // One pass a step: the force that is shown differs from the row's by what the residual says.
  const double missed = std::abs(world.shown() - world.applied());
  CHECK(missed <= world.plugin.step_report().residual * std::max(world.shown(), world.applied()) *
                      (1 + 1e-9));
  CHECK(world.applied() == Approx(world.weight).epsilon(0.05));
}

}  // namespace condyle::mujoco
