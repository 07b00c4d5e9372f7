// An M20 nut on its bolt, both meshes as they are, at 240 steps a second in both engines.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "condyle/scene/scene_file.h"
#include "engine/made_meshes.h"
#include "world/scene_world.h"

namespace condyle::test::nut_and_bolt_tests {
namespace {

constexpr double k_dt = 1.0 / 240, k_pitch = 2.5e-3, k_inertia = 5e-5;
constexpr double k_load = 60 + 0.1 * 9.81;                              // [N]
constexpr double k_radius = 9.3e-3;                                     // middle of the flanks [m]
constexpr double k_lead = k_pitch / (2 * std::numbers::pi * k_radius);  // tangent of the lead angle
/// The friction from which the thread locks itself: flanks at 30 degrees press by 1 / cos 30.
const double k_threshold = k_lead * std::cos(std::numbers::pi / 6);

std::vector<EngineName> engines() {
#ifdef CONDYLE_HAS_MUJOCO
  return {EngineName::bullet, EngineName::mujoco};
#else
  return {EngineName::bullet};
#endif
}

/// `spin`: of the nut at the start, about z [rad/s]; negative runs down.
scene::Scene thread_with(double friction, double spin) {
  scene::Scene scene =
      scene::read_scene(shipped_scenes().parent_path() / "validation" / "nut_and_bolt.json");
  Friction& of = scene.contacts[0].settings.friction;
  of.static_coefficient = of.dynamic_coefficient = friction;
  scene.bodies[1].V_WB = {{0, 0, spin}, {0, 0, spin * k_pitch / (2 * std::numbers::pi)}};
  return scene;
}

/// How fast the nut spins after some steps [rad/s].
double spin_after(SceneWorld& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step(k_dt);
  return world.velocity(1).angular.z();
}

/// Of a nut that runs down: the load on the slope, less friction [rad/s^2].
double acceleration(double friction) {
  const double flank = std::cos(std::numbers::pi / 6);
  return k_load * k_radius * (k_lead - friction / flank) / k_inertia;
}

/// 1e5 steps in which a load of 1.2 N turns round: the nut runs down and up at up to 5 rad/s, and
/// stays on its axis to 0.1 mm, which it leaves as soon as a triangle passes through the thread.
void turn_to_and_fro(EngineName engine) {
  scene::Scene scene = thread_with(0.01, 0);
  scene.gravity.setZero();
  scene.loads[0].factor.emplace() = {.times = {0, 0.5, 1, 1.5, 2},
                                     .values = {0.02, 0.02, -0.02, -0.02, 0.02},
                                     .smooth = true,
                                     .period = 2};
  SceneWorld world(scene, nullptr, engine);
  double farthest = 0;
  for (int step = 0; step < 100000; ++step) {
    world.step(k_dt);
    const Pose& X_WN = world.bodies()[1].X_WB;
    farthest = std::max(farthest, X_WN.translation().head<2>().norm());
    if (step % 1000 == 0)
      std::printf("%d: z %.4f mm, off the axis at most %.5f mm\n", step,
                  1e3 * X_WN.translation().z(), 1e3 * farthest);
    REQUIRE(farthest < 1e-4);
  }
}

}  // namespace

TEST_CASE("nut and bolt: it runs down the thread as on a slope", "[world][engines]") {
  for (const EngineName engine : engines()) {
    CAPTURE(static_cast<int>(engine));
    SceneWorld world(thread_with(0.01, -5), nullptr, engine);
    constexpr int k_steps = 8;
    const double before = spin_after(world, 4), after = spin_after(world, k_steps);
    CHECK((before - after) / (k_steps * k_dt) == Approx(acceleration(0.01)).epsilon(0.03));
    const double lead = world.velocity(1).linear.z() / after * 2 * std::numbers::pi;
    CHECK(lead == Approx(k_pitch).epsilon(0.02));
    CHECK(world.contacts()[0].report->result().total.max_proximity < 2e-5);
  }
}

TEST_CASE("nut and bolt: it locks itself within 5 % of the closed form", "[world][engines]") {
  for (const EngineName engine : engines()) {
    CAPTURE(static_cast<int>(engine));
    constexpr int k_steps = 4;
    MadeMeshes meshes;
    for (const double over : {0.95, 1.05}) {
      SceneWorld world(thread_with(over * k_threshold, -10), &meshes, engine);
      const double before = spin_after(world, 2), after = spin_after(world, k_steps);
      CAPTURE(over, before, after);
      CHECK((over < 1 ? after < before : after > before));
    }
    SceneWorld held(thread_with(0.05, 0), &meshes, engine);
    spin_after(held, 6);
    CHECK(std::abs(spin_after(held, 2)) < 0.02);  // creeps by 0.1 mm/s, the stiction speed
  }
}

// Where the load turns round, the nut crosses its play in a step that would take it through the
// thread, were both flanks not looked for.
TEST_CASE("nut and bolt: it stays on its axis where the load turns round", "[world][engines]") {
  for (const EngineName engine : engines()) {
    CAPTURE(static_cast<int>(engine));
    scene::Scene scene = thread_with(0.01, -45);
    scene.gravity.setZero();
    scene.loads[0].factor.emplace() = {
        .times = {0, 0.02, 0.06}, .values = {1, 1, -1}, .smooth = true};
    SceneWorld world(scene, nullptr, engine);
    for (int step = 0; step < 18; ++step) {
      world.step(k_dt);
      CAPTURE(step, world.step_report().residual);
      CHECK(world.bodies()[1].X_WB.translation().head<2>().norm() < 2e-5);
      CHECK(std::abs(world.velocity(1).linear.z()) < 0.05);
    }
  }
}

// Each takes hours: demo_tests "[.soak]".
TEST_CASE("nut and bolt: a hundred thousand steps in Bullet", "[.soak]") {
  turn_to_and_fro(EngineName::bullet);
}

#ifdef CONDYLE_HAS_MUJOCO
TEST_CASE("nut and bolt: a hundred thousand steps in MuJoCo", "[.soak]") {
  turn_to_and_fro(EngineName::mujoco);
}
#endif

}  // namespace condyle::test::nut_and_bolt_tests
