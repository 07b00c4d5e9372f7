// Scenes that come to rest before time 0.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/error.h"
#include "world/scene_world.h"

namespace condyle::test::settling_tests {

using Eigen::Vector3d;

namespace {

scene::SceneBody dynamic_body(const std::string& name, double mass) {
  scene::SceneBody body;
  body.name = name;
  body.mass = mass;
  body.I_BBcm = 1e-3 * mass * Eigen::Matrix3d::Identity();
  return body;
}

/// A mass of 2 kg on a strand of 0.1 m with 1000 N per strain below the origin, placed too low.
scene::Scene hanging_mass() {
  scene::Scene scene;
  scene.name = "hanging";
  scene.bodies = {dynamic_body("mass", 2)};
  scene.bodies[0].X_WB.translation() = Vector3d(0.002, -0.11, 0);
  scene::SceneLigament rope;
  rope.strand.name = "rope";
  rope.strand.linear_stiffness = 1000;
  rope.strand.transition_strain = 0;
  rope.strand.slack_length = 0.1;
  rope.path = {{"", Vector3d::Zero()}, {"mass", Vector3d::Zero()}};
  scene.ligaments = {rope};
  scene::SceneLoad pull;
  pull.name = "pull";
  pull.body = "mass";
  pull.force = Vector3d(0, -10, 0);
  scene.loads = {pull};
  scene.settle.emplace();
  return scene;
}

void settle(SceneWorld& world) {
  for (int i = 0; i < 10000 && !world.settling().is_over; ++i) world.step(1.0 / 240);
}

double reading(const SceneWorld& world, const std::string& name) {
  for (const Reading& reading : world.readings())
    if (reading.name == name) return reading.value;
  throw InputError("no reading " + name);
}

}  // namespace

TEST_CASE("a scene settles at its equilibrium, and its time begins then", "[world]") {
  SceneWorld world(hanging_mass());
  REQUIRE_FALSE(world.settling().is_over);
  CHECK(reading(world, "pull") == 0);
  for (int i = 0; i < 60; ++i) world.step(1.0 / 240);
  CHECK(reading(world, "pull") == Approx(5));  // half of the load after half of the approach
  settle(world);
  CHECK(world.settling().is_at_rest);
  CHECK(world.settling().speed <= 1e-3);
  CHECK(world.settling().time < 3);
  CHECK(world.time() == 0);
  CHECK(world.step_count() == 0);
  CHECK(reading(world, "pull") == 10);
  const double strain = (2 * 9.81 + 10) / 1000;
  CHECK(world.strand_length(0) == Approx(0.1 * (1 + strain)).epsilon(1e-4));

  // After time 0 there is no drag: the released mass falls as freely as the engine permits.
  world.cut_strand(0);
  const double start = world.bodies()[0].X_WB.translation().y();
  for (int i = 0; i < 240; ++i) world.step(1.0 / 240);
  CHECK(world.time() == Approx(1));
  CHECK(world.bodies()[0].X_WB.translation().y() - start ==
        Approx(-0.5 * (9.81 + 5)).epsilon(0.01));

  world.restore_strand(0);
  world.reset();
  CHECK_FALSE(world.settling().is_over);
  settle(world);
  CHECK(world.settling().is_at_rest);
  CHECK(world.strand_length(0) == Approx(0.1 * (1 + strain)).epsilon(1e-4));
}

TEST_CASE("what never rests is left after the limit, with its name and speed", "[world]") {
  scene::Scene scene = hanging_mass();
  scene.ligaments.clear();
  scene.bodies.push_back(dynamic_body("floating", 1));
  scene::SceneLoad lift;
  lift.name = "lift";
  lift.body = "floating";
  lift.force = Vector3d(0, 9.81, 0);
  scene.loads = {lift};
  scene.settle = scene::SceneSettle{.approach = 0, .limit = 0.5};
  SceneWorld world(scene);
  settle(world);
  CHECK_FALSE(world.settling().is_at_rest);
  CHECK(world.settling().fastest == "mass");
  CHECK(world.settling().time == Approx(0.5).margin(0.01));
  CHECK(world.settling().speed == Approx(9.81 / 30).epsilon(0.1));  // it falls against the drag
}

TEST_CASE("motions run up to time 0 while a scene settles, and then from there on", "[world]") {
  scene::Scene scene;
  scene.name = "turned";
  scene.gravity.setZero();
  scene::SceneBody drive;
  drive.name = "drive";
  drive.kind = scene::BodyKind::kinematic;
  scene.bodies = {drive, dynamic_body("shank", 1)};
  scene::SceneMotion motion;
  motion.name = "flexion";
  motion.body = "drive";
  motion.axis = Vector3d::UnitZ();
  motion.table = {.times = {-1, 0, 1}, .values = {0.3, 0.1, 0.8}};
  scene.motions = {motion};
  scene::SceneJoint joint;
  joint.name = "joint";
  joint.kind = scene::JointKind::generic;
  joint.body_a = "drive";
  joint.body_b = "shank";
  joint.free_axes = {true, true, true, true, true, false};
  scene.joints = {joint};
  scene.settle = scene::SceneSettle{.approach = 1};
  SceneWorld world(scene);

  const auto shank_angle = [&] {
    const Eigen::Matrix3d R = world.bodies()[1].X_WB.linear();
    return std::atan2(R(1, 0), R(0, 0));
  };
  CHECK(reading(world, "flexion") == Approx(0.3 * 180 / M_PI));
  CHECK(shank_angle() == 0);  // the shank is at the drive's 0.3, wherever it was placed
  settle(world);
  CHECK(world.settling().is_at_rest);
  CHECK(shank_angle() == Approx(-0.2).margin(1e-4));
  // The shank is not a step ahead of the drive either, which would be up to 5 mrad at 1.3 rad/s.
  for (int i = 0; i < 240; ++i) {
    world.step(1.0 / 240);
    CHECK(shank_angle() + 0.3 == Approx(reading(world, "flexion") * M_PI / 180).margin(1e-6));
  }
  CHECK(reading(world, "flexion") == Approx(0.8 * 180 / M_PI));
}

}  // namespace condyle::test::settling_tests
