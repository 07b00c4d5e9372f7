#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

const std::string k_slides =
    R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>)";

}  // namespace

TEST_CASE("a plate rests on the slope of a ball by friction, and creeps as the law says") {
  const double rate = GENERATE(60, 240, 1000), mass = GENERATE(0.3, 60);
  CAPTURE(rate, mass);
  const double tilt = 0.1745;
  PlateWorld world({.joints = k_slides, .rate = rate, .mass = mass, .friction = 0.3, .tilt = tilt},
                   mass < 1 ? 1900 : 0);
  world.run(1);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
  // Friction mu(v) N bears the part of the load along the slope: 0.3 STEP(v / v_s) = tan(10 deg),
  // to the square of the angle between plate and ball at the rim of the contact, 0.04.
  const double speed = world.trial.data->qvel[0];
  const Friction friction = PlateOnBall{.friction = 0.3}.settings().friction;
  CHECK(friction_coefficient(friction, speed) == Approx(std::tan(tilt)).epsilon(2e-3));
}

TEST_CASE("a plate that sticks on the slope of a ball does not creep") {
  const double rate = GENERATE(60, 240, 1000), tilt = 0.1745;
  CAPTURE(rate);
  PlateOnBall described{.joints = k_slides, .rate = rate, .mass = 5, .friction = 0.3, .tilt = tilt};
  PlateWorld world(described);
  ContactSettings settings = described.settings();
  settings.friction.mode = FrictionMode::stiction;
  world.plugin.set_contact(world.plate, world.ball, settings);
  world.run(1);
  const double before = world.trial.data->qpos[0];
  world.run(1);
  CHECK(std::abs(world.trial.data->qpos[0] - before) < 1e-10);  // bristles have no speed at rest
  // On its bristles the plate still swings, as steps damp it.
  CHECK(world.applied() == Approx(world.weight).epsilon(2e-5));
}

TEST_CASE("a box slides to rest on a plane by its friction") {
  const double rate = GENERATE(240, 1000);
  CAPTURE(rate);
  TrialModel trial(R"(<mujoco><option timestep=")" + std::to_string(1 / rate) +
                   R"(" cone="elliptic"/><size nconmax="400" njmax="1500"/><worldbody>
      <geom name="floor" type="plane" size="5 5 1"/>
      <body name="box" pos="0 0 0.05"><freejoint/>
        <geom name="box" type="box" size="0.1 0.1 0.05" mass="2"/></body>
    </worldbody></mujoco>)");
  trial.model->opt.timestep = 1 / rate;
  Plugin plugin(*trial.model, *trial.data);
  ContactSettings settings;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.1;
  plugin.set_default_contact(settings);
  const Layer layer{.elastic_modulus = 1e7, .poissons_ratio = 0.3, .thickness = 0.01};
  plugin.add_collider(trial.geom("floor"), layer);
  plugin.add_collider(trial.geom("box"), std::make_shared<ContactSurface>(
                                             mesh::make_box({0.2, 0.2, 0.1}, {20, 20, 10}), layer));
  for (int step = 0; step < rate / 2; ++step) plugin.step();  // it settles
  trial.data->qvel[0] = 1.5;
  for (int step = 0; step < rate; ++step) plugin.step();
  // Backward Euler of a constant force is exact.
  CHECK(trial.data->qvel[0] == Approx(1.5 - 0.1 * 9.81).epsilon(2e-4));
  for (int step = 0; step < rate; ++step) plugin.step();
  CHECK(std::abs(trial.data->qvel[0]) < 1e-5);
  CHECK(plugin.pairs().front().F_casting_W.force.z() == Approx(2 * 9.81).epsilon(1e-6));
}

TEST_CASE("a ball rolls down a slope without slipping") {
  const double rate = GENERATE(240, 1000), tilt = 0.1745;
  CAPTURE(rate);
  TrialModel trial(R"(<mujoco><option cone="elliptic"/><size nconmax="400" njmax="1500"/><worldbody>
      <geom name="floor" type="plane" size="5 5 1"/>
      <body name="ball" pos="0 0 0.0501"><freejoint/>
        <geom name="ball" type="sphere" size="0.05" mass="0.5"/></body>
    </worldbody></mujoco>)");
  trial.model->opt.timestep = 1 / rate;
  trial.model->opt.gravity[0] = 9.81 * std::sin(tilt);
  trial.model->opt.gravity[2] = -9.81 * std::cos(tilt);
  Plugin plugin(*trial.model, *trial.data);
  ContactSettings settings;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.5;
  settings.friction.stiction_speed = 1e-4;
  settings.friction.friction_speed = 2e-4;
  plugin.set_default_contact(settings);
  const Layer layer{.elastic_modulus = 1e7, .poissons_ratio = 0.3, .thickness = 0.005};
  plugin.add_collider(trial.geom("floor"), layer);
  plugin.add_collider(trial.geom("ball"), layer);
  for (int step = 0; step < rate; ++step) plugin.step();
  // v = 5/7 g sin(tilt) t, less what it loses until it rolls, and by the dent in which it rolls.
  CHECK(trial.data->qvel[0] == Approx(5.0 / 7 * 9.81 * std::sin(tilt)).epsilon(0.01));
  CHECK(trial.data->qvel[4] * 0.05 == Approx(trial.data->qvel[0]).epsilon(0.01));
}

TEST_CASE("a mocap body drags what lies on it") {
  TrialModel trial(R"(<mujoco><option cone="elliptic" timestep="0.002"/>
    <size nconmax="400" njmax="1500"/><worldbody>
      <body name="belt" mocap="true"><geom name="belt" type="box" size="1 1 0.1"/></body>
      <body name="box" pos="0 0 0.1501"><freejoint/>
        <geom name="box" type="box" size="0.1 0.1 0.05" mass="2"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  ContactSettings settings;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.2;
  plugin.set_default_contact(settings);
  const Layer layer{.elastic_modulus = 1e7, .poissons_ratio = 0.3, .thickness = 0.01};
  plugin.add_collider(trial.geom("belt"), layer);
  plugin.add_collider(trial.geom("box"), std::make_shared<ContactSurface>(
                                             mesh::make_box({0.2, 0.2, 0.1}, {20, 20, 10}), layer));
  const Twist moving{Eigen::Vector3d::Zero(), {0.3, 0, 0}};
  plugin.set_mocap_velocity(trial.body("belt"), moving);
  for (int step = 0; step < 500; ++step) {
    plugin.step();
    trial.data->mocap_pos[0] += 0.3 * trial.model->opt.timestep;
  }
  CHECK(trial.data->qvel[0] == Approx(0.3).epsilon(1e-4));
  CHECK_THROWS_WITH(plugin.set_mocap_velocity(trial.body("box"), moving),
                    Catch::Contains("no mocap body"));
}

TEST_CASE("a disc that sticks turns where a moment overcomes the friction of all of it") {
  TrialModel trial(R"(<mujoco><option cone="elliptic" timestep="0.002"/>
    <size nconmax="400" njmax="1500"/><worldbody>
      <geom name="floor" type="plane" size="1 1 0.1"/>
      <body name="disc" pos="0 0 0.0199"><freejoint/>
        <geom name="disc" type="cylinder" size="0.05 0.02" mass="2"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  ContactSettings settings;
  settings.friction = {0.3, 0.3};
  settings.friction.mode = FrictionMode::stiction;
  settings.dissipation = 1;
  plugin.set_default_contact(settings);
  const Layer layer{.elastic_modulus = 1e6, .poissons_ratio = 0.3, .thickness = 0.005};
  plugin.add_collider(trial.geom("floor"), layer);
  plugin.add_collider(trial.geom("disc"), std::make_shared<ContactSurface>(
                                              mesh::make_cylinder(0.05, 0.04, 64, 1, 8), layer));
  const double moment = 2.0 / 3 * 0.3 * 2 * 9.81 * 0.05;  // of a disc of even pressure
  double residual = 0;                                    // the largest
  const auto turned_by = [&](double part) {
    trial.data->xfrc_applied[6 * trial.body("disc") + 5] = part * moment;
    for (int step = 0; step < 250; ++step) {
      plugin.step();
      residual = std::max(residual, plugin.step_report().residual);
    }
    return trial.data->qvel[5];
  };
  turned_by(0);
  CHECK(std::abs(turned_by(0.95)) < 1e-6);
  // Few rows keep what all bristles hold, those that slip too: else passes leave a hundredth.
  CHECK(residual < 1e-5);
  // Half a second under what is left of the moment, by an inertia of 0.0025 kg m2; a fiftieth less
  // friction, by facets and springs that settle, is two fifths more of that.
  CHECK(turned_by(1.05) == Approx(0.5 * 0.05 * moment / 0.0025).epsilon(0.4));
}

}  // namespace condyle::mujoco
