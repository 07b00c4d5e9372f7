// The same scenes in both engines. Without MuJoCo, that engine is refused by name.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "demo/world/force_sums.h"
#include "world/scene_world.h"

namespace condyle::test::engine_tests {
namespace {

std::unique_ptr<SceneWorld> open(const std::string& name, EngineName engine) {
  return std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()),
                                      nullptr, engine);
}

#ifdef CONDYLE_HAS_MUJOCO

constexpr double k_dt = 1.0 / 240;

void run(SceneWorld& world, double seconds) {
  for (double t = 0; t < seconds - k_dt / 2; t += k_dt) world.step(k_dt);
}

#endif

}  // namespace

#ifdef CONDYLE_HAS_MUJOCO

TEST_CASE("engines: a scene moves in MuJoCo as in Bullet", "[world][engines]") {
  const std::string name = GENERATE("hip", "knee_replacement", "knee_extension", "knee_varus",
                                    "cam_follower", "gear_pair", "pulley");
  CAPTURE(name);
  const auto in_bullet = open(name, EngineName::bullet), in_mujoco = open(name, EngineName::mujoco);
  for (SceneWorld* world : {in_bullet.get(), in_mujoco.get()}) run(*world, 0.45);
  const ForceSums bullet = sums_of(*in_bullet), mujoco = sums_of(*in_mujoco);
  // Later, Bullet's slider lets the cam's follower tilt, which one of MuJoCo's cannot.
  // Both steps are backward Euler of the same laws; MuJoCo's few rows of friction stand for many
  // triangles to 1e-4 of the force, and a generic joint's frames differ in the second order.
  CHECK(mujoco.force == Approx(bullet.force).epsilon(2e-3));
  CHECK(mujoco.peak == Approx(bullet.peak).epsilon(2e-3));
  CHECK(mujoco.tension == Approx(bullet.tension).epsilon(2e-3));
  for (std::size_t i = 0; i < in_bullet->bodies().size(); ++i)
    CHECK((in_bullet->bodies()[i].X_WB.translation() - in_mujoco->bodies()[i].X_WB.translation())
              .norm() < 2e-5);
}

TEST_CASE("engines: a scene in MuJoCo goes back to a moment", "[world][engines]") {
  const auto world = open("knee_replacement", EngineName::mujoco);
  run(*world, 0.1);
  const auto moment = world->save();
  run(*world, 0.1);
  const double force = sums_of(*world).force;
  world->restore(*moment);
  run(*world, 0.1);
  CHECK(sums_of(*world).force == force);
}

TEST_CASE("engines: what MuJoCo cannot hold is refused by name", "[world][engines]") {
  using Catch::Contains;
  CHECK_THROWS_WITH(open("soft_pad", EngineName::mujoco),
                    Contains("'block.skin'") && Contains("soft block"));
}

#else

TEST_CASE("engines: a program without MuJoCo says so", "[world][engines]") {
  CHECK_THROWS_WITH(open("hip", EngineName::mujoco), Catch::Contains("without MuJoCo"));
}

#endif

}  // namespace condyle::test::engine_tests
