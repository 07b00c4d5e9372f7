// MuJoCo's inverse dynamics of bodies in registered contact: what is applied, and nothing else.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr double k_pressed_by = 50;  // [N]
constexpr double k_shoved_by = 40;   // sideways, above friction [N]
const PlateOnBall k_free_plate{.joints = "<freejoint/>", .mass = 3, .friction = 0.3};

void shove(PlateWorld& world) {
  world.trial.data->xfrc_applied[6 * world.trial.body("plate")] = k_shoved_by;
}

/// What mj_inverse() finds beside the load on the plate.
double missed_by_inverse(const PlateWorld& world, double sideways) {
  const mjtNum* const found = world.trial.data->qfrc_inverse;
  const mjtNum applied[] = {sideways, 0, -k_pressed_by, 0, 0, 0};
  double most = 0;
  for (int i = 0; i < 6; ++i) most = std::max(most, std::abs(found[i] - applied[i]));
  return most;
}

}  // namespace

TEST_CASE("the inverse of a step at rest is the load") {
  const bool by_plugin = GENERATE(true, false);
  CAPTURE(by_plugin);
  PlateWorld world(k_free_plate, k_pressed_by);
  for (int step = 0; step < 480; ++step) {
    if (by_plugin)
      world.plugin.step();
    else
      mj_step(world.trial.model, world.trial.data);
  }
  // The acceleration is that of the last step, at the state to which it led: at rest the same, to
  // what passes leave.
  mj_inverse(world.trial.model, world.trial.data);
  CHECK(missed_by_inverse(world, 0) < 1e-6 * world.weight);
}

TEST_CASE("MuJoCo's own comparison of forward and inverse finds them alike while bodies move") {
  const bool by_plugin = GENERATE(true, false);
  CAPTURE(by_plugin);
  PlateOnBall described = k_free_plate;
  described.options =
      R"(cone="elliptic" tolerance="1e-14" iterations="200"><flag fwdinv="enable"/></option><option)";
  PlateWorld world(described, k_pressed_by);
  shove(world);
  double most = 0;
  for (int step = 0; step < 12; ++step) {
    if (by_plugin)
      world.plugin.step();
    else
      mj_step(world.trial.model, world.trial.data);
    const mjtNum* const differ = world.trial.data->solver_fwdinv;
    most = std::max({most, differ[0], differ[1]});
  }
  world.plugin.update();
  CHECK(world.trial.data->qvel[0] > 0.1);
  CHECK(world.applied() > 0.5 * world.weight);
  // Newton's solver ends within 1e-8 of the forces.
  CHECK(most < 1e-6 * world.weight);
  CHECK(most > 0);
}

TEST_CASE("the inverse of a forward computation is the load while bodies slide") {
  PlateWorld world(k_free_plate, k_pressed_by);
  shove(world);
  for (int step = 0; step < 12; ++step) mj_step(world.trial.model, world.trial.data);
  mj_forward(world.trial.model, world.trial.data);
  CHECK(world.trial.data->qvel[0] > 0.1);
  CHECK(world.trial.data->qfrc_constraint[2] > 0.5 * world.weight);
  mj_inverse(world.trial.model, world.trial.data);
  CHECK(missed_by_inverse(world, k_shoved_by) < 1e-6 * world.weight);
}

}  // namespace condyle::mujoco
