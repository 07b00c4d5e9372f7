// Scenes as rows of static balances.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "demo/world/force_sums.h"
#include "world/scene_world.h"

namespace condyle::test::statics_tests {
namespace {

scene::Scene shipped(const std::string& name) {
  return scene::read_scene(find_scene(name), shipped_scenes());
}

constexpr double k_dt = 1.0 / 20;

}  // namespace

TEST_CASE("statics: the shipped knee goes through its cycle as a row of balances",
          "[world][statics]") {
  scene::Scene scene = shipped("knee_replacement");
  scene.solve = scene::SceneSolve::balance;
  SceneWorld world(scene);
  for (int i = 0; i < 100; ++i) {
    world.step(k_dt);
    REQUIRE(world.balance());
    CAPTURE(world.time());
    CHECK(world.balance()->residual <= 1e-8);
    CHECK(world.balance()->jump <= 1e-6);
    CHECK(world.contacts()[0].report);
  }
  CHECK(world.step_totals().passes < 800);  // iterations, eight a pose at most
  CHECK(world.energy().external == 0);      // steps are no motions
}

// The force of a step that led deep into a surface, and was taken back, is no measure of later
// steps.
TEST_CASE("statics: a knee whose first step leads too far is balanced soon", "[world][statics]") {
  SceneWorld world(shipped("knee_replacement"), nullptr, EngineName::statics);
  world.step(k_dt);
  CHECK(world.balance()->residual <= 1e-8);
  CHECK(world.balance()->iterations <= 16);  // of which two are on the way to the right stiffness
}

TEST_CASE("statics: the knee balances where it settles in Bullet", "[world][statics]") {
  scene::Scene scene = shipped("knee_replacement");
  scene.motions[0].table = {{0, 1}, {0.5, 0.5}, false, 0};
  scene.loads[0].factor.reset();
  scene.contacts[0].settings.friction = {};
  scene.settle = scene::SceneSettle{.approach = 0.5, .speed = 1e-9, .limit = 6};
  SceneWorld settled(scene), balanced(scene, nullptr, EngineName::statics);
  while (!settled.settling().is_over) settled.step(1.0 / 240);
  REQUIRE(settled.settling().is_at_rest);
  const ForceSums in_time = sums_of(settled);

  // Facets give a knee several rests, a micrometre apart: from the start the search finds one.
  balanced.step(k_dt);
  CHECK(sums_of(balanced).force == Approx(in_time.force).epsilon(1e-4));
  // At that of the motion it stays.
  const int tibia = static_cast<int>(settled.bodies().size()) - 1;
  balanced.set_motion(tibia, settled.bodies()[tibia].X_WB, {});
  balanced.step(k_dt);
  CHECK(balanced.balance()->travel < 1e-9);
  CHECK(sums_of(balanced).force == Approx(in_time.force).epsilon(1e-9));
  CHECK(sums_of(balanced).peak == Approx(in_time.peak).epsilon(1e-6));
  CHECK(sums_of(balanced).tension == Approx(in_time.tension).epsilon(1e-7));
}

TEST_CASE("statics: scenes that have a balance are held in it", "[world][statics]") {
  const std::string name = GENERATE("hip", "knee_drawer", "knee_varus", "knee_extension",
                                    "cam_follower", "pulley", "gear_pair", "ball_on_plate");
  CAPTURE(name);
  SceneWorld world(shipped(name), nullptr, EngineName::statics);
  for (int i = 0; i < 10; ++i) {
    world.step(k_dt);
    CHECK(world.balance()->residual <= 1e-8);
  }
}

TEST_CASE("statics: a scene goes back to a moment", "[world][statics]") {
  SceneWorld world(shipped("knee_replacement"), nullptr, EngineName::statics);
  const auto go = [&] {
    for (int i = 0; i < 5; ++i) world.step(k_dt);
    return sums_of(world);
  };
  go();
  const auto moment = world.save();
  const ForceSums first = go();
  world.restore(*moment);
  const ForceSums again = go();
  CHECK(again.force == first.force);
  CHECK(again.tension == first.tension);
}

TEST_CASE("statics: what has no balance is refused by name", "[world][statics]") {
  CHECK_THROWS_WITH(SceneWorld(shipped("soft_pad"), nullptr, EngineName::statics),
                    Catch::Contains("'block.skin'") && Catch::Contains("soft block"));
  scene::Scene worn = shipped("hip");
  worn.contacts[0].settings.wear_coefficient = 1e-15;
  CHECK_THROWS_WITH(SceneWorld(worn, nullptr, EngineName::statics),
                    Catch::Contains("'socket_head'") && Catch::Contains("wear"));
  CHECK_THROWS_WITH(SceneWorld(shipped("gripper"), nullptr, EngineName::statics),
                    Catch::Contains("stiction"));
}

}  // namespace condyle::test::statics_tests
