// MuJoCo's callbacks are global: functions of the user's beside the plugin's.
#include <catch2/catch.hpp>

#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

constexpr double k_plate_load = 100;                    // [N]
constexpr double k_by_passive = 10, k_by_control = 20;  // upward, on the plate's only joint [N]
int passive_calls = 0, control_calls = 0;

void lift_by_passive(const mjModel*, mjData* data) {
  data->qfrc_passive[0] += k_by_passive;
  ++passive_calls;
}

void lift_by_control(const mjModel*, mjData* data) {
  data->qfrc_applied[0] = k_by_control;
  ++control_calls;
}

/// Puts MuJoCo's callbacks back.
struct Callbacks {
  Callbacks() { passive_calls = control_calls = 0; }
  ~Callbacks() {
    mjcb_passive = passive;
    mjcb_control = control;
  }
  Callbacks(const Callbacks&) = delete;
  Callbacks& operator=(const Callbacks&) = delete;

  const mjfGeneric passive = mjcb_passive, control = mjcb_control;
};

}  // namespace

TEST_CASE("forces of the user's callbacks of before and after the plugin count") {
  const bool is_control_late = GENERATE(false, true), by_plugin = GENERATE(true, false);
  CAPTURE(is_control_late, by_plugin);
  const Callbacks callbacks;
  mjcb_passive = lift_by_passive;
  if (!is_control_late) mjcb_control = lift_by_control;
  {
    PlateWorld world({}, k_plate_load);
    if (is_control_late) mjcb_control = lift_by_control;
    constexpr int k_steps = 240;
    for (int step = 0; step < k_steps; ++step) {
      if (by_plugin)
        world.plugin.step();
      else
        mj_step(world.trial.model, world.trial.data);
    }
    world.plugin.update();
    // In every pass, of which a step has at least one.
    CHECK(passive_calls >= k_steps);
    CHECK(control_calls >= k_steps);
    // At rest; passes end at 1e-6 of the force, which mj_step() with its one comes to in time.
    CHECK(world.applied() == Approx(world.weight - k_by_passive - k_by_control).epsilon(1e-6));
    CHECK(world.shown() == Approx(world.applied()).epsilon(1e-6));
  }
  CHECK(mjcb_passive == lift_by_passive);
  CHECK(mjcb_control == lift_by_control);
}

TEST_CASE("a passive callback in the place of the plugin's is an error, until it is taken away") {
  const Callbacks callbacks;
  PlateWorld world({}, k_plate_load);
  const mjfGeneric own = mjcb_passive;
  mjcb_passive = lift_by_passive;
  CHECK_THROWS_WITH(world.plugin.step(), Catch::Contains("mjcb_passive"));
  CHECK(world.trial.data->time == 0);
  mjcb_passive = own;
  world.run(1);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
}

namespace {

mjfGeneric passive_found = nullptr;  ///< the callback that lift_and_go_on() took the place of

void lift_and_go_on(const mjModel* model, mjData* data) {
  lift_by_passive(model, data);
  if (passive_found != nullptr) passive_found(model, data);
}

void take_the_place_of_passive() {
  passive_found = mjcb_passive;
  mjcb_passive = lift_and_go_on;
}

double force_at_rest_by_mj_step(PlateWorld& world) {
  for (int step = 0; step < 240; ++step) mj_step(world.trial.model, world.trial.data);
  world.plugin.update();
  return world.applied();
}

}  // namespace

TEST_CASE("a passive callback that calls the plugin's acts beside it in mj_step()") {
  const Callbacks callbacks;
  PlateWorld world({}, k_plate_load);
  take_the_place_of_passive();
  CHECK(force_at_rest_by_mj_step(world) == Approx(world.weight - k_by_passive).epsilon(1e-6));
}

TEST_CASE("a passive callback that calls the plugin's acts beside it in step()") {
  const Callbacks callbacks;
  PlateWorld world({}, k_plate_load);
  take_the_place_of_passive();
  CHECK_NOTHROW(world.run(1));
  CHECK(world.applied() == Approx(world.weight - k_by_passive).epsilon(1e-6));
}

TEST_CASE("a passive callback that calls the plugin's outlives it") {
  const Callbacks callbacks;
  {
    PlateWorld world({}, k_plate_load);
    take_the_place_of_passive();
  }
  PlateWorld world({}, k_plate_load);
  CHECK(force_at_rest_by_mj_step(world) == Approx(world.weight - k_by_passive).epsilon(1e-6));
}

namespace {

mjfCollision collide_found = nullptr;
int collide_calls = 0;

int count_and_go_on(const mjModel* model, CollisionData* data, CollisionContacts* contacts,
                    int first, int second, mjtNum margin) {
  ++collide_calls;
  return collide_found(model, data, contacts, first, second, margin);
}
/// Puts the collision function of spheres and boxes back.
struct Collide {
  ~Collide() { mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX] = before; }
  mjfCollision before = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX];
};

}  // namespace

TEST_CASE("a collision function that calls the plugin's is called, and outlives it") {
  const Collide collide;
  collide_calls = 0;
  {
    PlateWorld world({}, k_plate_load);
    collide_found = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX];
    mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX] = count_and_go_on;
    world.run(1);
    CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
    CHECK(collide_calls > 200);
  }
  PlateWorld world({}, k_plate_load);
  world.run(1);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
  CHECK(collide_calls > 400);
}

TEST_CASE("a collision function in the place of the plugin's is an error that names the geoms") {
  const Collide collide;
  PlateWorld world({}, k_plate_load);
  const mjfCollision ours = mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX];
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX] = collide.before;  // MuJoCo's own
  CHECK_THROWS_WITH(world.plugin.step(), Catch::Contains("mjCOLLISIONFUNC") &&
                                             Catch::Contains("'ball'") &&
                                             Catch::Contains("'plate'"));
  mjCOLLISIONFUNC[mjGEOM_SPHERE][mjGEOM_BOX] = ours;
  world.run(1);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
}

}  // namespace condyle::mujoco
