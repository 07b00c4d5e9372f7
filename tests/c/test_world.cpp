// Worlds of the interface for C.
#include "plugin/test_world.h"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <thread>

#include "c/c_handles.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test::c_world_tests {
namespace {

constexpr double k_dt = 1.0 / 240, k_mass = 0.8, k_radius = 0.02;
constexpr double k_down[3] = {0, 0, -k_gravity};
constexpr const char* k_contact =
    R"({"dissipation": 1, "friction": {"static_coefficient": 0.3, "dynamic_coefficient": 0.2}})";
constexpr double k_inertia[9] = {2e-4, 0, 0, 0, 2e-4, 0, 0, 0, 2e-4};
using Pose7 = std::array<double, 7>;
using Twist6 = std::array<double, 6>;
using Eigen::Vector3d;

Pose7 at(double x, double y, double z) { return {x, y, z, 0, 0, 0, 1}; }

Pose7 pose_of(const Handle<condyle_world>& world, int body) {
  Pose7 pose;
  require_ok(condyle_world_pose(world.get(), body, pose.data()));
  return pose;
}

Twist6 velocity_of(const Handle<condyle_world>& world, int body) {
  Twist6 twist;
  require_ok(condyle_world_velocity(world.get(), body, twist.data()));
  return twist;
}

void step(const Handle<condyle_world>& world, int count = 1) {
  for (int i = 0; i < count; ++i) require_ok(condyle_world_step(world.get(), k_dt));
}

int made(int number) {
  INFO(condyle_last_error());
  REQUIRE(number >= 0);
  return number;
}

int add_ball(const Handle<condyle_world>& world, const Pose7& X_WB) {
  return made(condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, k_mass, nullptr, k_inertia,
                                     X_WB.data()));
}

/// A ball that falls on a plate.
struct BallOnPlate {
  BallOnPlate() {
    require_ok(condyle_world_set_default_contact(world.get(), k_contact));
    const Pose7 start = at(0.001, 0, 0.0305);
    body = add_ball(world, start);
    plate = made(condyle_world_add_body(world.get(), CONDYLE_FIXED, 0, nullptr, nullptr, nullptr));
    ball_surface = made(condyle_world_add_surface(world.get(), body, ball_mesh.get(), nullptr));
    plate_surface = made(condyle_world_add_surface(world.get(), plate, plate_mesh.get(), nullptr));
    const Twist6 thrown{0, 3, 0, 0.1, 0.05, 0};
    require_ok(condyle_world_set_velocity(world.get(), body, thrown.data()));
  }

  Handle<condyle_surface> ball_mesh = surface_of(mesh::make_icosphere(k_radius, 4), k_polyethylene),
                          plate_mesh = surface_of(mesh::make_box({0.1, 0.1, 0.02}), k_polyethylene);
  Handle<condyle_world> world = owned(condyle_world_create(k_down));
  int body, plate, ball_surface, plate_surface;
};

TEST_CASE("a world in C moves with the bits of a world in Bullet", "[c]") {
  BallOnPlate ours;
  TestWorld theirs;
  btRigidBody& ball = theirs.add_mesh_body(mesh::make_icosphere(k_radius, 4), k_polyethylene,
                                           k_mass, {2e-4, 2e-4, 2e-4}, {0.001, 0, 0.0305});
  theirs.add_mesh_body(mesh::make_box({0.1, 0.1, 0.02}), k_polyethylene, 0, {0, 0, 0}, {0, 0, 0});
  ContactSettings settings;
  settings.dissipation = 1;
  settings.friction.static_coefficient = 0.3;
  settings.friction.dynamic_coefficient = 0.2;
  theirs.plugin->set_default_contact(settings);
  ball.setAngularVelocity({0, 3, 0});
  ball.setLinearVelocity({0.1, 0.05, 0});
  std::vector<ContactEvent> events;
  theirs.plugin->on_contact_event([&](const ContactEvent& event) { events.push_back(event); });
  require_ok(condyle_world_follow_events(ours.world.get(), 1));

  step(ours.world, 3);
  theirs.step(k_dt, 3);
  REQUIRE(events.size() == 1);
  REQUIRE(condyle_world_event_count(ours.world.get()) == 1);
  condyle_event event;
  require_ok(condyle_world_event(ours.world.get(), 0, &event, sizeof event));
  CHECK(event.time == events[0].time);
  CHECK(event.impact_speed == events[0].encounter.impact_speed);
  for (int i = 0; i < 3; ++i) {
    CHECK(event.point[i] == events[0].p_W[i]);
    CHECK(event.normal[i] == events[0].normal_W[i]);
    CHECK(event.velocity[i] == events[0].velocity_W[i]);
  }

  step(ours.world, 57);
  theirs.step(k_dt, 57);
  const Pose7 pose = pose_of(ours.world, ours.body);
  const Twist6 velocity = velocity_of(ours.world, ours.body);
  for (int i = 0; i < 3; ++i) {
    CHECK(pose[i] == ball.getWorldTransform().getOrigin()[i]);
    CHECK(velocity[i] == ball.getAngularVelocity()[i]);
    CHECK(velocity[3 + i] == ball.getLinearVelocity()[i]);
  }
  REQUIRE(condyle_world_contact_count(ours.world.get()) == 1);
  REQUIRE(theirs.plugin->pairs().size() == 1);
  const PairReport& report = theirs.plugin->pairs().front();
  const std::vector<double>& wanted = report.casting_map().pressure;
  std::vector<double> pressure(wanted.size());
  require_ok(condyle_world_contact_pressure(ours.world.get(), 0, CONDYLE_CASTING, pressure.data(),
                                            pressure.size()));
  CHECK(pressure == wanted);
  CHECK(*std::max_element(pressure.begin(), pressure.end()) > 0);
  Twist6 wrench;
  require_ok(condyle_world_contact_wrench(ours.world.get(), 0, wrench.data()));
  for (int i = 0; i < 3; ++i) CHECK(wrench[3 + i] == report.F_casting_W.force[i]);
  CHECK(condyle_world_time(ours.world.get()) == theirs.plugin->time());
}

// The ball falls freely for h = 0.5 mm, and by the facets' 0.1 mm further; then it is thrown up.
TEST_CASE("a world tells when surfaces touch and part", "[c]") {
  const BallOnPlate scene;
  require_ok(condyle_world_follow_events(scene.world.get(), 1));
  std::vector<condyle_event> events;
  for (int i = 0; i < 60; ++i) {
    const Twist6 up{0, 0, 0, 0, 0, 1};
    if (i == 40) require_ok(condyle_world_set_velocity(scene.world.get(), scene.body, up.data()));
    step(scene.world);
    for (int k = 0; k < condyle_world_event_count(scene.world.get()); ++k) {
      require_ok(
          condyle_world_event(scene.world.get(), k, &events.emplace_back(), sizeof(condyle_event)));
      CHECK(events.back().time <= condyle_world_time(scene.world.get()));
      CHECK(events.back().time >= condyle_world_time(scene.world.get()) - k_dt);
    }
  }
  REQUIRE(events.size() == 2);
  const condyle_event &touch = events[0], &release = events[1];
  CHECK(touch.is_release == 0);
  CHECK(touch.casting == scene.ball_surface);
  CHECK(touch.target == scene.plate_surface);
  const double fall = std::sqrt(2 * 5e-4 / k_gravity);
  CHECK(touch.time == Approx(fall).margin(k_dt));
  // Its speed in that step; the spin of 3 rad/s adds to it at a point beside the axis, on a facet.
  const double speed = k_gravity * k_dt * std::ceil(touch.time / k_dt);
  CHECK(touch.impact_speed == Approx(speed).epsilon(0.02));
  CHECK(touch.velocity[2] == Approx(-speed).epsilon(0.02));
  CHECK(touch.velocity[0] == Approx(0.1 - 3 * k_radius).epsilon(0.05));  // it also slides
  CHECK(touch.normal[2] == Approx(1).epsilon(1e-3));
  CHECK(touch.point[2] == Approx(0.01).margin(1e-6));
  CHECK(touch.peak_force == 0);
  CHECK(release.is_release == 1);
  CHECK(release.time > touch.time);
  CHECK(release.impact_speed == touch.impact_speed);
  CHECK(release.peak_force > k_mass * k_gravity);
  CHECK(release.impulse[2] > k_mass * touch.impact_speed);  // it was stopped, and held

  condyle_event none;
  CHECK(condyle_world_event(scene.world.get(), 99, &none, sizeof none) == CONDYLE_INPUT_ERROR);
  require_ok(condyle_world_follow_events(scene.world.get(), 0));
  step(scene.world);
  CHECK(condyle_world_event_count(scene.world.get()) == 0);
}

TEST_CASE("a ball at rest presses with its weight", "[c]") {
  const BallOnPlate scene;
  const Twist6 rest{};
  require_ok(condyle_world_set_velocity(scene.world.get(), scene.body, rest.data()));
  step(scene.world, 240);
  int casting = -1, target = -1;
  require_ok(condyle_world_contact_surfaces(scene.world.get(), 0, &casting, &target));
  CHECK(casting == scene.ball_surface);
  CHECK(target == scene.plate_surface);
  Twist6 wrench;
  require_ok(condyle_world_contact_wrench(scene.world.get(), 0, wrench.data()));
  // A damped bounce of some ms has ended after 1 s; steps are solved to 1e-9 of their momentum.
  CHECK(wrench[5] == Approx(k_mass * k_gravity).epsilon(1e-6));
  condyle_result result;
  require_ok(condyle_world_contact_result(scene.world.get(), 0, &result, sizeof result));
  CHECK(result.touching_triangles > 0);
  CHECK(result.wrench[5] == Approx(k_mass * k_gravity).epsilon(1e-6));  // the ball hardly turned

  // Settings of one pair go before the default ones.
  require_ok(condyle_world_set_contact(scene.world.get(), casting, target,
                                       R"({"applies_force": false, "casts": "casting"})"));
  step(scene.world, 30);
  CHECK(pose_of(scene.world, scene.body)[2] < 0.0295 - 0.5 * k_gravity * 0.1 * 0.1);
}

/// Free motion of a body whose frame is not that of its principal axes.
TEST_CASE("poses, velocities and wrenches are those of the body's own frame", "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const double centre[3] = {0.1, -0.05, 0.2};
  const double inertia[9] = {0.03, 0.005, 0, 0.005, 0.04, -0.002, 0, -0.002, 0.05};
  const Pose7 start{1, 2, 3, 0.1, 0.2, -0.3, 0.9};
  const int body =
      made(condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, 2, centre, inertia, start.data()));
  const Pose7 got = pose_of(world, body);
  const double norm = std::sqrt(0.01 + 0.04 + 0.09 + 0.81);
  for (int i = 0; i < 3; ++i) CHECK(got[i] == Approx(start[i]).epsilon(1e-14));
  for (int i = 3; i < 7; ++i) CHECK(std::abs(got[i]) == Approx(std::abs(start[i]) / norm));

  const Twist6 motion{0.3, -0.2, 0.5, 1, 2, 3};
  require_ok(condyle_world_set_velocity(world.get(), body, motion.data()));
  const Twist6 read = velocity_of(world, body);
  for (int i = 0; i < 6; ++i) CHECK(read[i] == Approx(motion[i]).epsilon(1e-13));

  // A force through the centre of mass, as a wrench about the origin, turns nothing: from rest the
  // origin moves by a dt^2 (backward Euler), and so does every point.
  const Twist6 rest{};
  require_ok(condyle_world_set_velocity(world.get(), body, rest.data()));
  const Eigen::Quaterniond q(got[6], got[3], got[4], got[5]);
  const Vector3d arm = q * Vector3d(centre[0], centre[1], centre[2]), force(3, -4, 5);
  const Vector3d moment = arm.cross(force);
  const Twist6 wrench{moment.x(), moment.y(), moment.z(), 3, -4, 5};
  require_ok(condyle_world_apply_wrench(world.get(), body, wrench.data()));
  step(world);
  const Pose7 moved = pose_of(world, body);
  const Twist6 pushed = velocity_of(world, body);
  for (int i = 0; i < 3; ++i) {
    CHECK(moved[i] - got[i] == Approx(force[i] / 2 * k_dt * k_dt).epsilon(1e-9));
    CHECK(std::abs(pushed[i]) < 1e-15);
    CHECK(pushed[3 + i] == Approx(force[i] / 2 * k_dt).epsilon(1e-12));
  }
  step(world);  // the force was for one step
  for (int i = 0; i < 6; ++i) CHECK(velocity_of(world, body)[i] == Approx(pushed[i]).margin(1e-15));

  // A moment accelerates by the inertia, along the world's axes: I w' = M from rest.
  require_ok(condyle_world_set_velocity(world.get(), body, rest.data()));
  const Twist6 turn{0.1, 0.2, -0.3, 0, 0, 0};
  require_ok(condyle_world_apply_wrench(world.get(), body, turn.data()));
  step(world);
  const Twist6 turned = velocity_of(world, body);
  Eigen::Matrix3d I;
  I << 0.03, 0.005, 0, 0.005, 0.04, -0.002, 0, -0.002, 0.05;
  const Eigen::Matrix3d R = q.toRotationMatrix(), I_W = R * I * R.transpose();
  const Vector3d expected = I_W.inverse() * Vector3d(0.1, 0.2, -0.3) * k_dt;
  // Bullet's gyroscopic torque over the step is of second order: |w|^2 dt, some 1e-4 of w' here.
  for (int i = 0; i < 3; ++i) CHECK(turned[i] == Approx(expected[i]).epsilon(1e-3));
}

TEST_CASE("a kinematic body pushes, and one put elsewhere does not", "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const auto wall = surface_of(mesh::make_box({0.02, 0.1, 0.1}), k_polyethylene),
             ball = surface_of(mesh::make_icosphere(k_radius, 4), k_polyethylene);
  const Pose7 beside = at(0.0305, 0, 0);
  const int body = add_ball(world, beside);
  const int pusher =
      made(condyle_world_add_body(world.get(), CONDYLE_KINEMATIC, 0, nullptr, nullptr, nullptr));
  made(condyle_world_add_surface(world.get(), body, ball.get(), nullptr));
  made(condyle_world_add_surface(world.get(), pusher, wall.get(), nullptr));
  for (int i = 1; i <= 24; ++i) {
    const Pose7 to = at(0.1 * i * k_dt, 0, 0);
    require_ok(condyle_world_move_to(world.get(), pusher, to.data()));
    step(world);
    CHECK(velocity_of(world, pusher)[3] == Approx(0.1).epsilon(1e-9));
    CHECK(pose_of(world, pusher)[0] == Approx(to[0]).margin(1e-15));
  }
  CHECK(velocity_of(world, body)[3] > 0.09);

  const Twist6 rest{};
  require_ok(condyle_world_set_velocity(world.get(), body, rest.data()));
  const Pose7 away = at(-0.5, 0, 0), there = at(0.4, 0, 0);
  require_ok(condyle_world_set_pose(world.get(), pusher, away.data()));
  require_ok(condyle_world_set_pose(world.get(), body, there.data()));
  step(world);
  CHECK(velocity_of(world, pusher) == rest);
  CHECK(velocity_of(world, body) == rest);
  CHECK(pose_of(world, body) == there);
}

TEST_CASE("a strand holds a weight, is cut, and goes with its body", "[c]") {
  const auto world = owned(condyle_world_create(k_down));
  const Pose7 below = at(0, 0, -0.1);
  const int body = add_ball(world, below);
  // Around a corner: from the world over a fixed point of it to the ball.
  const int bodies[] = {CONDYLE_GROUND, CONDYLE_GROUND, body};
  const double points[] = {0.1, 0, 0, 0, 0, 0, 0, 0, 0.01};
  const int strand =
      made(condyle_world_add_strand(world.get(), 3, bodies, points, 500, 0.19, 0.06, 5));
  condyle_strand_state state;
  CHECK(condyle_world_strand(world.get(), strand, &state, sizeof state) == CONDYLE_INPUT_ERROR);
  step(world, 480);
  require_ok(condyle_world_strand(world.get(), strand, &state, sizeof state));
  CHECK(state.condition == CONDYLE_TAUT);
  CHECK(state.tension == Approx(k_mass * k_gravity).epsilon(1e-5));
  CHECK(state.length == Approx(0.1 - pose_of(world, body)[2] - 0.01).epsilon(1e-9));
  CHECK(state.strain == Approx(state.length / 0.19 - 1).epsilon(1e-9));

  require_ok(condyle_world_cut_strand(world.get(), strand));
  step(world);
  require_ok(condyle_world_strand(world.get(), strand, &state, sizeof state));
  CHECK(state.condition == CONDYLE_CUT);
  CHECK(state.tension == 0);
  CHECK(velocity_of(world, body)[5] == Approx(-k_gravity * k_dt).margin(1e-5));
  require_ok(condyle_world_mend_strand(world.get(), strand));
  step(world);
  require_ok(condyle_world_strand(world.get(), strand, &state, sizeof state));
  CHECK(state.condition == CONDYLE_TAUT);

  require_ok(condyle_world_remove_body(world.get(), body));
  CHECK(condyle_world_strand(world.get(), strand, &state, sizeof state) == CONDYLE_INPUT_ERROR);
  CHECK(condyle_world_remove_body(world.get(), body) == CONDYLE_INPUT_ERROR);
  step(world);
  CHECK(add_ball(world, below) == body + 1);
}

// A body joined to the ground near its centre, pushed and turned along all axes. Bullet corrects a
// fifth of a joint's error in each step: at these speeds, below 0.1 m/s, errors stay below 0.1 mm
// and 1e-4 rad, and what is free moves further.
TEST_CASE("a joint holds the axes that are not free", "[c]") {
  const Pose7 start{0.2, -0.1, 0.3, 0.2, -0.3, 0.1, 0.9};
  for (const int free : {0, 8, 16, 32, 56, 1, 2, 4, 7, 3 + 32, 1 + 8, 8 + 16}) {
    INFO("free axes " << free);
    const auto world = owned(condyle_world_create(nullptr));
    const double centre[3] = {0.01, -0.02, 0.005};
    const int body = made(condyle_world_add_body(world.get(), CONDYLE_DYNAMIC, k_mass, centre,
                                                 k_inertia, start.data()));
    made(condyle_world_add_joint(world.get(), CONDYLE_GROUND, body, start.data(), free, 0));
    for (int i = 0; i < 60; ++i) {
      const Twist6 push{2e-4, 3e-4, -2e-4, 0.08, -0.06, 0.05};
      require_ok(condyle_world_apply_wrench(world.get(), body, push.data()));
      step(world);
    }
    const Pose7 end = pose_of(world, body);
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(start[6], start[3], start[4], start[5]).normalized();
    const Eigen::Quaterniond turned =
        q.conjugate() * Eigen::Quaterniond(end[6], end[3], end[4], end[5]);
    const Vector3d moved =
        q.conjugate() * Vector3d(end[0] - start[0], end[1] - start[1], end[2] - start[2]);
    const Vector3d turn = 2 * turned.vec() * (turned.w() < 0 ? -1 : 1);
    for (int axis = 0; axis < 3; ++axis) {
      INFO("axis " << axis);
      if ((free >> axis & 1) != 0)
        CHECK(std::abs(moved[axis]) > 3e-4);
      else
        CHECK(std::abs(moved[axis]) < 1e-4);
      if ((free >> (axis + 3) & 1) != 0)
        CHECK(std::abs(turn[axis]) > 1e-3);
      else if ((free & 56) != 56)
        CHECK(std::abs(turn[axis]) < 1e-4);
    }
  }
}

TEST_CASE("a pendulum swings, and falls when its hinge or its ground is gone", "[c]") {
  const auto world = owned(condyle_world_create(k_down));
  const Pose7 aside = at(0.5, 0, 0);
  const int body = add_ball(world, aside);
  const Pose7 about_y = at(0, 0, 0);
  const int hinge = made(
      condyle_world_add_joint(world.get(), body, CONDYLE_GROUND, about_y.data(), CONDYLE_RY, 0));
  double fastest = 0;
  for (int i = 0; i < 120; ++i) {
    step(world);
    const Pose7 p = pose_of(world, body);
    CHECK(std::hypot(p[0], p[2]) == Approx(0.5).epsilon(1e-2));
    CHECK(std::abs(p[1]) < 1e-9);
    const Twist6 v = velocity_of(world, body);
    fastest = std::max(fastest, std::hypot(v[3], v[5]));
  }
  // sqrt(2 g L) of a point; the ball's own inertia is 1e-3 of m L^2. Bullet's steps lose some.
  CHECK(fastest == Approx(std::sqrt(2 * k_gravity * 0.5)).epsilon(0.03));
  require_ok(condyle_world_remove_joint(world.get(), hinge));
  const Twist6 rest{};
  require_ok(condyle_world_set_velocity(world.get(), body, rest.data()));
  step(world);
  CHECK(velocity_of(world, body)[5] == Approx(-k_gravity * k_dt).epsilon(1e-9));

  const int fixed =
      made(condyle_world_add_body(world.get(), CONDYLE_FIXED, 0, nullptr, nullptr, nullptr));
  const Pose7 here = pose_of(world, body);
  made(condyle_world_add_joint(world.get(), body, fixed, here.data(), 0, 1));
  step(world);
  CHECK(std::abs(velocity_of(world, body)[5]) < 1e-3);
  require_ok(condyle_world_remove_body(world.get(), fixed));
  require_ok(condyle_world_set_velocity(world.get(), body, rest.data()));
  step(world);
  CHECK(velocity_of(world, body)[5] == Approx(-k_gravity * k_dt).epsilon(1e-9));
}

TEST_CASE("worlds in several threads share surfaces", "[c]") {
  const BallOnPlate first;
  step(first.world, 60);
  const Pose7 wanted = pose_of(first.world, first.body);
  std::array<Pose7, 2> reached;
  std::array<int, 2> failures{};
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 2; ++k)
    threads.emplace_back([&, k] {
      condyle_world* world = condyle_world_create(k_down);
      const Pose7 start = at(0.001, 0, 0.0305);
      const Twist6 thrown{0, 3, 0, 0.1, 0.05, 0};
      const int body =
          condyle_world_add_body(world, CONDYLE_DYNAMIC, k_mass, nullptr, k_inertia, start.data());
      condyle_world_add_body(world, CONDYLE_FIXED, 0, nullptr, nullptr, nullptr);
      condyle_world_add_surface(world, 0, first.ball_mesh.get(), nullptr);
      condyle_world_add_surface(world, 1, first.plate_mesh.get(), nullptr);
      condyle_world_set_default_contact(world, k_contact);
      condyle_world_set_velocity(world, body, thrown.data());
      for (int i = 0; i < 60; ++i) failures[k] += condyle_world_step(world, k_dt) != CONDYLE_OK;
      condyle_world_pose(world, body, reached[k].data());
      condyle_world_free(world);
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(failures[k] == 0);
    CHECK(reached[k] == wanted);
  }
}

TEST_CASE("a body with two surfaces touches with both", "[c]") {
  const BallOnPlate scene;
  const Pose7 left = at(-0.03, 0, 0.0305), right = at(0.06, 0, 0);
  const double middle[3] = {0.03, 0, 0};
  const int barbell = made(condyle_world_add_body(scene.world.get(), CONDYLE_DYNAMIC, k_mass,
                                                  middle, k_inertia, left.data()));
  const int first =
      made(condyle_world_add_surface(scene.world.get(), barbell, scene.ball_mesh.get(), nullptr));
  step(scene.world);
  const int second = made(
      condyle_world_add_surface(scene.world.get(), barbell, scene.ball_mesh.get(), right.data()));
  CHECK(second != first);
  const Pose7 apart = at(0, 0.04, 0.0305);
  require_ok(condyle_world_set_pose(scene.world.get(), scene.body, apart.data()));
  step(scene.world, 240);
  int touching = 0;
  for (int i = 0; i < condyle_world_contact_count(scene.world.get()); ++i) {
    int casting = -1, target = -1;
    require_ok(condyle_world_contact_surfaces(scene.world.get(), i, &casting, &target));
    Twist6 wrench;
    require_ok(condyle_world_contact_wrench(scene.world.get(), i, wrench.data()));
    if (casting == first || casting == second) touching += wrench[5] > 0.3 * k_mass * k_gravity;
  }
  CHECK(touching == 2);
}

TEST_CASE("surfaces may go before their world", "[c]") {
  BallOnPlate scene, kept;
  scene.ball_mesh.reset();
  scene.plate_mesh.reset();
  step(scene.world, 10);
  step(kept.world, 10);
  CHECK(pose_of(scene.world, scene.body) == pose_of(kept.world, kept.body));
}

TEST_CASE("until its step a kinematic body is where it was, for poses and joints", "[c]") {
  const auto world = owned(condyle_world_create(nullptr));
  const int lift = made(condyle_world_add_body(world.get(), CONDYLE_KINEMATIC, 0, nullptr, nullptr,
                                               at(0, 0, 0.1).data()));
  const int rider = add_ball(world, at(0, 0, 0.2));
  require_ok(condyle_world_move_to(world.get(), lift, at(0, 0, 0.101).data()));
  CHECK(pose_of(world, lift)[2] == 0.1);
  made(condyle_world_add_joint(world.get(), lift, rider, nullptr, 0, 0));
  step(world);
  CHECK(pose_of(world, lift)[2] == 0.101);
  step(world, 100);
  CHECK(pose_of(world, rider)[2] == Approx(0.201).margin(1e-6));
}

namespace {

std::uint64_t hash_of(const Handle<condyle_world>& world) {
  std::uint64_t hash = 0;
  require_ok(condyle_moment_hash(owned(condyle_world_save(world.get())).get(), &hash));
  return hash;
}

}  // namespace

TEST_CASE("a world returns to a moment and runs on with the same bits", "[c]") {
  const BallOnPlate scene;
  step(scene.world, 20);
  const auto moment = owned(condyle_world_save(scene.world.get()));
  const Pose7 then = pose_of(scene.world, scene.body);
  step(scene.world, 30);
  const Pose7 first = pose_of(scene.world, scene.body);
  const std::uint64_t hash = hash_of(scene.world);
  require_ok(condyle_world_restore(scene.world.get(), moment.get()));
  CHECK(hash_of(scene.world) != hash);
  CHECK(pose_of(scene.world, scene.body) == then);
  CHECK(condyle_world_contact_count(scene.world.get()) == 0);
  step(scene.world, 30);
  CHECK(pose_of(scene.world, scene.body) == first);
  const BallOnPlate other;  // made in the same way
  require_ok(condyle_world_restore(other.world.get(), moment.get()));
  step(other.world, 30);
  CHECK(pose_of(other.world, other.body) == first);
  CHECK(hash_of(other.world) == hash);

  // What fixed bodies were moved to is taken back too.
  require_ok(condyle_world_set_pose(scene.world.get(), scene.plate, at(0, 0, 0.5).data()));
  CHECK(hash_of(scene.world) != hash);
  require_ok(condyle_world_restore(scene.world.get(), moment.get()));
  CHECK(pose_of(scene.world, scene.plate)[2] == 0);
  step(scene.world, 30);
  CHECK(pose_of(scene.world, scene.body) == first);

  // Not of a world with another ball, or with a joint.
  BallOnPlate jointed;
  made(condyle_world_add_joint(jointed.world.get(), CONDYLE_GROUND, jointed.body, nullptr,
                               CONDYLE_TX, 0));
  CHECK(condyle_world_restore(jointed.world.get(), moment.get()) == CONDYLE_INPUT_ERROR);
  BallOnPlate heavier;
  require_ok(condyle_world_remove_body(heavier.world.get(), heavier.body));
  const double inertia[9] = {1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3};
  made(condyle_world_add_body(heavier.world.get(), CONDYLE_DYNAMIC, 50, nullptr, inertia, nullptr));
  CHECK(condyle_world_restore(heavier.world.get(), moment.get()) == CONDYLE_INPUT_ERROR);

  // Not of a world with other bodies.
  const auto empty = owned(condyle_world_create(k_down));
  CHECK(condyle_world_restore(empty.get(), moment.get()) == CONDYLE_INPUT_ERROR);
}

TEST_CASE("findings of a world say what is wrong", "[c]") {
  const BallOnPlate scene;
  CHECK(condyle_world_findings(scene.world.get()) == 0);
  CHECK(condyle_world_finding(scene.world.get(), 0) == nullptr);
  const Pose7 inside = at(0, 0, 0.025);
  require_ok(condyle_world_set_pose(scene.world.get(), scene.body, inside.data()));
  REQUIRE(condyle_world_findings(scene.world.get()) == 1);
  CHECK(std::string(condyle_world_finding(scene.world.get(), 0)).find("initial_overlap: ") == 0);
}

}  // namespace
}  // namespace condyle::test::c_world_tests
