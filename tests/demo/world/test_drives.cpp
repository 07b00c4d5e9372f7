// Motions and loads that are set by hand, and bodies that are held.
#include <algorithm>
#include <catch2/catch.hpp>
#include <numbers>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "world/scene_world.h"

namespace condyle::test::drive_tests {
namespace {

constexpr double k_dt = 1.0 / 240;
constexpr double k_degree = std::numbers::pi / 180;

std::unique_ptr<SceneWorld> open(const std::string& name) {
  return std::make_unique<SceneWorld>(scene::read_scene(find_scene(name), shipped_scenes()));
}

void run(SceneWorld& world, double seconds) {
  for (double t = 0; t < seconds - k_dt / 2; t += k_dt) world.step(k_dt);
}

int body_named(const SceneWorld& world, const std::string& name) {
  const auto found = std::ranges::find(world.bodies(), name, &WorldBody::name);
  return static_cast<int>(found - world.bodies().begin());
}

Eigen::Vector3d load_force(const SceneWorld& world) {
  return world.contacts()[0].report->result().total.contact_force;
}

/// A box of 2 kg without gravity.
scene::Scene floating_box() {
  scene::Scene scene;
  scene.gravity = Eigen::Vector3d::Zero();
  scene::SceneBody box;
  box.name = "box";
  box.mass = 2;
  box.I_BBcm = Eigen::Vector3d(0.02, 0.03, 0.04).asDiagonal();
  scene.bodies = {box};
  return scene;
}

}  // namespace

TEST_CASE("drives: have the names, units and ranges of the scene", "[world][drives]") {
  const auto knee = open("knee_replacement");
  REQUIRE(knee->drives().size() == 2);
  const Drive& flexion = knee->drives()[0];
  CHECK(flexion.name == "flexion");
  CHECK(std::string(flexion.unit) == "deg");
  CHECK(flexion.low == 0);
  CHECK(flexion.high / flexion.one_unit == Approx(110));
  const Drive& axial = knee->drives()[1];
  CHECK(axial.name == "axial_load");
  CHECK(std::string(axial.unit) == "N");
  CHECK(axial.high / axial.one_unit == Approx(2 * 1618.65));
  const auto gears = open("gear_pair");
  CHECK(gears->drives()[0].high == Approx(2 * std::numbers::pi));  // turns round and round
  CHECK(std::string(gears->drives()[1].unit) == "N m");
}

TEST_CASE("drives: a motion set by hand gets there without a jump, also while time stands",
          "[world][drives]") {
  const auto world = open("knee_replacement");
  const int femur = body_named(*world, "femur");
  run(*world, 0.5);
  world->set_motion_running(GENERATE(true, false));
  world->set_drive(0, 60 * k_degree);
  double largest = 0, last = world->drives()[0].amount;
  Pose before = world->bodies()[femur].X_WB;
  for (int i = 0; i < 360; ++i) {
    world->step(k_dt);
    const double amount = world->drives()[0].amount;
    largest = std::max(largest, std::abs(amount - last));
    const Pose now = world->bodies()[femur].X_WB;
    const Eigen::AngleAxisd turned(now.linear() * before.linear().transpose());
    CHECK(turned.angle() == Approx(std::abs(amount - last)).margin(1e-7));
    last = amount;
    before = now;
  }
  CHECK(largest <= 110 * k_degree * k_dt * 1.0001);  // the whole range in a second
  CHECK(last == 60 * k_degree);
  CHECK(world->readings()[0].value == Approx(60));
  CHECK(load_force(*world).norm() > 500);  // the joint has held together
}

TEST_CASE("drives: given back, a motion follows the scene again, to the bit", "[world][drives]") {
  const auto world = open("knee_replacement"), own = open("knee_replacement");
  run(*world, 0.5);
  world->set_drive(0, 10 * k_degree);
  run(*world, 0.2);
  world->set_drive(0, {});
  run(*world, 0.8);
  run(*own, 1.5);
  CHECK(world->time() == Approx(own->time()));
  CHECK(world->drives()[0].amount == own->drives()[0].amount);
  CHECK(world->drives()[0].rest == 0);
}

TEST_CASE("drives: a load set by hand is what acts, in newtons", "[world][drives]") {
  scene::Scene scene = floating_box();
  scene::SceneLoad push;
  push.name = "push";
  push.body = "box";
  push.force = {0, 3, 4};  // 5 N
  push.factor = scene::TimeTable{.times = {0, 100}, .values = {1, 1}};
  scene.loads = {push};
  SceneWorld world(scene);
  const auto force = [&] {  // of the last step
    const double before = world.velocity(0).linear.norm();
    world.step(k_dt);
    return 2 * (world.velocity(0).linear.norm() - before) / k_dt;
  };
  CHECK(force() == Approx(5).epsilon(1e-6));
  CHECK(world.drives()[0].high / world.drives()[0].one_unit == Approx(10));
  world.set_drive(0, 8 * world.drives()[0].one_unit);
  world.set_load_factor(0.5);  // of the scene's own loads
  CHECK(force() < 6);          // no jump
  run(world, 1);
  CHECK(force() == Approx(8).epsilon(1e-6));
  CHECK(world.readings()[0].value == Approx(8));
  world.set_drive(0, {});
  run(world, 1);
  CHECK(force() == Approx(2.5).epsilon(1e-4));  // the end of catching up
  CHECK_THROWS_AS(world.set_drive(0, std::nan("")), InputError);
}

TEST_CASE("drives: a wheel that turns for ever is taken over within its turn", "[world][drives]") {
  const auto world = open("cam_follower");
  run(*world, 2.3);  // two turns and a part
  REQUIRE(world->drives()[0].amount > 4 * std::numbers::pi);
  const double wanted = 100 * k_degree;
  const Pose before = world->bodies()[body_named(*world, "cam")].X_WB;
  world->set_drive(0, wanted);
  world->step(1e-9);
  CHECK(world->bodies()[body_named(*world, "cam")].X_WB.isApprox(before, 1e-6));
  run(*world, 1.5);
  CHECK(world->drives()[0].amount == wanted);
  world->set_drive(0, {});
  run(*world, 1.5);
  CHECK(world->drives()[0].rest == 0);
}

TEST_CASE("held bodies: stay, carry load, and are let go again", "[world][drives]") {
  const auto world = open("knee_replacement");
  run(*world, 0.5);
  const int tibia = body_named(*world, "tibia");
  world->set_held(tibia, true);
  const Pose held = world->bodies()[tibia].X_WB;
  run(*world, 0.05);
  CHECK(load_force(*world).norm() > 1000);
  world->set_drive(1, 0);  // no load: nothing but the hold keeps it there
  run(*world, 0.3);
  CHECK(world->bodies()[tibia].X_WB.isApprox(held, 1e-12));  // Bullet normalises its rotation
  CHECK(world->bodies()[tibia].is_held);
  world->pull(tibia, Eigen::Vector3d::Zero(), Eigen::Vector3d(0, 1, 0), 1e4);
  world->step(k_dt);
  CHECK(world->bodies()[tibia].X_WB.isApprox(held, 1e-12));
  world->set_held(tibia, false);
  run(*world, 0.2);
  CHECK_FALSE(world->bodies()[tibia].X_WB.isApprox(held, 1e-6));
  CHECK(world->bodies()[tibia].mass > 0);
  CHECK_THROWS_AS(world->set_held(body_named(*world, "femur"), true), InputError);
}

TEST_CASE("held bodies: fall with their own mass after the hold, as if it had not been",
          "[world][drives]") {
  const auto held = open("bouncing_balls"), free = open("bouncing_balls");
  const auto moving = std::ranges::find(held->bodies(), scene::BodyKind::dynamic, &WorldBody::kind);
  const int ball = static_cast<int>(moving - held->bodies().begin());
  held->set_held(ball, true);
  run(*held, 0.2);
  held->set_held(ball, false);
  run(*held, 0.05);
  run(*free, 0.05);
  CHECK(held->bodies()[ball].X_WB.translation().isApprox(free->bodies()[ball].X_WB.translation(),
                                                         1e-9));
}

TEST_CASE("drives and held bodies: a moment has those of its time, a new start keeps them",
          "[world][drives]") {
  const auto world = open("knee_replacement");
  const int tibia = body_named(*world, "tibia");
  run(*world, 0.25);
  world->set_drive(0, 20 * k_degree);
  world->set_held(tibia, true);
  run(*world, 0.1);
  const auto moment = world->save();
  run(*world, 0.2);
  const double amount = world->drives()[0].amount;
  const double force = world->strands()[0].report->force.total_force;

  world->set_drive(0, {});
  world->set_held(tibia, false);
  run(*world, 0.3);
  world->restore(*moment);
  CHECK(world->bodies()[tibia].is_held);
  CHECK(world->drives()[0].by_hand == 20 * k_degree);
  run(*world, 0.2);
  CHECK(world->drives()[0].amount == amount);
  CHECK(world->strands()[0].report->force.total_force == force);

  world->reset();
  CHECK(world->bodies()[tibia].is_held);
  CHECK(world->drives()[0].amount == 0);  // where the scene starts, and from there on by hand
  run(*world, 0.8);
  CHECK(world->drives()[0].amount == 20 * k_degree);
}

TEST_CASE("pull: the mouse turns a body, and its force and moment are known", "[world][drives]") {
  SceneWorld world(floating_box());
  const double stiffness = GENERATE(1.0, 1e5);  // [N m/rad]
  const Eigen::Matrix3d wanted =
      Eigen::AngleAxisd(2.5, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  world.twist(0, wanted, stiffness);
  world.step(k_dt);
  CHECK(world.pulled().moment.norm() > 0);
  CHECK(world.pulled().force.norm() == 0);
  run(world, 10);
  CHECK(world.bodies()[0].X_WB.linear().isApprox(wanted, 1e-6));
  CHECK(world.pulled().moment.norm() < 1e-4);
  world.release();
  CHECK(world.pulled().moment.norm() == 0);

  // A spring of 1000 N/m that is stretched by 0.2 m pulls with 200 N, less what the step moves.
  world.pull(0, Eigen::Vector3d::Zero(), Eigen::Vector3d(0.2, 0, 0), 1000);
  world.step(1e-6);
  CHECK(world.pulled().force.x() == Approx(200).epsilon(1e-3));
  CHECK(world.pulled().moment.norm() == 0);
}

}  // namespace condyle::test::drive_tests
