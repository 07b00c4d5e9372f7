// Steps that are made in parts, since passes find no balance for the whole.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/mujoco_session.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

constexpr double k_step = 1.0 / 60;

/// A paddle that turns a little drives a splinter of 20 g into a block of 37 kg, three edges and
/// corners at once: more than one step of 1/60 s can balance.
struct Splinter {
  explicit Splinter(const StepSettings& step = {})
      : trial(R"(<mujoco>
          <option cone="elliptic" timestep="0.016666666666666666" gravity="0 0 0" tolerance="1e-14"
                  iterations="200"/>
          <size nconmax="600" njmax="2000"/>
          <worldbody>
            <body name="paddle" mocap="true"><geom name="paddle" type="box" size="0.005 0.1 0.1"/></body>
            <body pos="0.04 0 0" euler="37 3 56"><freejoint/>
              <geom name="splinter" type="box" size="0.02 0.015 0.02" mass="0.02"/></body>
            <body pos="0.1 0.005 0"><freejoint/>
              <geom name="block" type="box" size="0.025 0.03 0.04" mass="37"/></body>
          </worldbody></mujoco>)"),
        plugin(*trial.model, *trial.data, step) {
    const Layer layer{.elastic_modulus = 8e6, .poissons_ratio = 0.3, .thickness = 0.002};
    for (const char* const geom : {"paddle", "splinter", "block"})
      plugin.add_collider(trial.geom(geom), layer);
    plugin.set_default_contact(settings());
    plugin.set_mocap_velocity(trial.body("paddle"), {{0, 0.3, 0.2}, {2.15, 0, 0}});
  }

  static ContactSettings settings() {
    ContactSettings settings;
    settings.friction.mode = FrictionMode::on;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.5;
    return settings;
  }

  /// Calls `call` after each part of a step, for each pair.
  void after_parts(std::function<void()> call) {
    ContactSettings with_call = settings();
    with_call.post_step = std::make_shared<const UserPostStep>(
        UserPostStep{"watch", [call = std::move(call)](const condyle_post_step*) {
                       call();
                       return 0;
                     }});
    plugin.set_default_contact(with_call);
  }

  void step() {
    plugin.step();
    mju_addToScl3(trial.data->mocap_pos, Vector3d(2.15, 0, 0).eval().data(), k_step);
  }

  std::vector<double> state() const {
    const mjData& data = *trial.data;
    std::vector<double> all(data.qpos, data.qpos + trial.model->nq);
    all.insert(all.end(), data.qvel, data.qvel + trial.model->nv);
    all.insert(all.end(), data.mocap_pos, data.mocap_pos + 3);
    all.insert(all.end(), data.mocap_quat, data.mocap_quat + 4);
    all.insert(all.end(), {data.time, plugin.time(), trial.model->opt.timestep});
    return all;
  }

  TrialModel trial;
  Plugin plugin;
};

}  // namespace

TEST_CASE("a step that is made in parts is one step of the report") {
  Splinter world;
  world.step();
  const StepReport& report = world.plugin.step_report();
  CHECK(report.substeps == 4);
  CHECK(report.most_substeps == 4);
  CHECK(report.restarts == 3);  // the whole, and both halves
  CHECK(report.passes > 4 + report.restarts);
  CHECK(world.plugin.step_totals().steps == 1);
  CHECK(world.plugin.step_totals().divided_steps == 1);
  CHECK(world.trial.data->time == Approx(k_step));
  CHECK(world.plugin.time() == Approx(k_step));
  CHECK(world.trial.model->opt.timestep == k_step);
}

TEST_CASE("no more parts are made than the settings allow") {
  const int allowed = GENERATE(1, 2, 3);
  Splinter world({.max_substeps = allowed});
  world.step();
  CHECK(world.plugin.step_report().substeps == std::min(allowed, 2));
  CHECK(world.plugin.step_report().out_of_balance > 0);
}

TEST_CASE("mocap bodies are where the user put them after a step in parts") {
  Splinter world;
  mjData& data = *world.trial.data;
  const std::vector<double> place(data.mocap_pos, data.mocap_pos + 3);
  const std::vector<double> turn(data.mocap_quat, data.mocap_quat + 4);
  std::vector<double> way, turned;
  world.after_parts([&] {
    way.push_back(data.mocap_pos[0]);
    turned.push_back(2 * data.mocap_quat[2]);
  });
  world.plugin.step();
  REQUIRE(world.plugin.step_report().substeps == 4);
  CHECK(std::vector<double>(data.mocap_pos, data.mocap_pos + 3) == place);
  CHECK(std::vector<double>(data.mocap_quat, data.mocap_quat + 4) == turn);
  // In the last quarter they are three quarters of the way on.
  CHECK(way.back() == Approx(0.75 * k_step * 2.15));
  CHECK(turned.back() == Approx(0.75 * k_step * 0.3).epsilon(1e-4));
}

TEST_CASE("what the user's functions set within a step in parts stays") {
  Splinter world;
  mjData& data = *world.trial.data;
  int parts = 0;
  world.after_parts([&] {
    if (data.time < 0.9 * k_step) return;
    ++parts;
    data.mocap_pos[1] = 0.125;
    world.trial.model->opt.timestep = 0.001;
  });
  world.plugin.step();
  REQUIRE(parts > 0);
  CHECK(data.mocap_pos[1] == 0.125);
  CHECK(world.trial.model->opt.timestep == 0.001);
}

TEST_CASE("a time step that the user's functions set counts from the next step on") {
  Splinter world;
  std::vector<double> paddle;
  world.after_parts([&] {
    paddle.push_back(world.trial.data->mocap_pos[0]);
    if (paddle.size() == 1) world.trial.model->opt.timestep = 0.001;
  });
  world.plugin.step();
  CHECK(world.trial.data->time == Approx(k_step));
  CHECK(paddle.back() == Approx(0.75 * k_step * 2.15));
  CHECK(world.trial.model->opt.timestep == 0.001);
}

namespace {

/// Spoils the forces of one pass, as a control callback may.
struct Spoilt {
  Spoilt(int of_pass, double by) {
    pass = of_pass;
    value = by;
    mjcb_control = [](const mjModel*, mjData* data) {
      data->xfrc_applied[6 * 2] = --pass == 0 ? value : 0;
    };
  }
  ~Spoilt() { mjcb_control = nullptr; }
  Spoilt(const Spoilt&) = delete;
  Spoilt& operator=(const Spoilt&) = delete;
  inline static int pass = 0;
  inline static double value = 0;
};

}  // namespace

TEST_CASE("a pass that ends beyond bounds spoils neither those before it nor the last") {
  const double by = GENERATE(std::numeric_limits<double>::quiet_NaN(), 1e200, 1e14);
  const int pass = GENERATE(3, 5, 8);
  CAPTURE(by, pass);
  const StepSettings whole{.max_substeps = 1};
  Splinter sound(whole), world(whole);
  sound.step();
  {
    const Spoilt spoilt(pass, by);
    world.step();
  }
  CHECK(world.plugin.step_report().residual <= 1.01 * sound.plugin.step_report().residual);
  for (const int dof : {0, 6})  // along the paddle's way
    CHECK(world.trial.data->qvel[dof] == Approx(sound.trial.data->qvel[dof]).epsilon(0.2));
}

TEST_CASE("a first pass that ends beyond bounds is a reason to make parts, and not an error") {
  TrialModel trial(R"(<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 1"/><body pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const Spoilt spoilt(1, std::numeric_limits<double>::infinity());
  plugin.step();
  CHECK(plugin.step_report().substeps == 2);
  CHECK(trial.data->qvel[2] == Approx(-9.81 * trial.model->opt.timestep));
}

TEST_CASE("what touches in mj_step() is told although a post-step function fails") {
  Splinter world;
  int failures = 0;
  std::vector<TouchKind> told;
  world.plugin.on_contact_event([&](const ContactEvent& event) { told.push_back(event.kind); });
  world.after_parts([] { throw std::runtime_error("enough"); });
  for (int step = 0; step < 3; ++step) {
    mj_step(world.trial.model, world.trial.data);
    try {
      world.plugin.update();
    } catch (const InputError&) {
      ++failures;
    } catch (const SimulationError&) {
      ++failures;
    }
  }
  CHECK(failures > 0);
  REQUIRE(!told.empty());
  CHECK(told[0] == TouchKind::first_touch);
}

TEST_CASE("a step that fails in a later part changes nothing") {
  Splinter world, sound;
  double fails_after = 1.6 * k_step;  // in the second half of the second step
  world.after_parts([&] {
    if (world.trial.data->time > fails_after) throw std::runtime_error("enough");
  });
  sound.after_parts([] {});
  std::vector<double> told, sound_told;
  world.plugin.on_contact_event([&](const ContactEvent& event) { told.push_back(event.time); });
  sound.plugin.on_contact_event(
      [&](const ContactEvent& event) { sound_told.push_back(event.time); });
  world.step();
  sound.step();
  const std::vector<double> before = world.state(), told_before = told;
  const std::uint64_t hash = Plugin::hash_of(*world.plugin.save());
  CHECK_THROWS_WITH(world.step(), Catch::Contains("enough"));
  CHECK(world.state() == before);
  CHECK(told == told_before);
  CHECK(Plugin::hash_of(*world.plugin.save()) == hash);
  fails_after = 1;
  for (int step = 1; step < 4; ++step) {
    world.step();
    sound.step();
    CHECK(sound.plugin.step_report().passes == world.plugin.step_report().passes);
    if (step == 1) REQUIRE(sound.plugin.step_report().substeps > 1);
  }
  CHECK(world.state() == sound.state());
  CHECK(told == sound_told);
  CHECK(Plugin::hash_of(*world.plugin.save()) == Plugin::hash_of(*sound.plugin.save()));
}

TEST_CASE("touches in a step in parts are told when it is over, in their order") {
  Splinter world;
  std::vector<double> times;
  world.plugin.on_contact_event([&](const ContactEvent& event) {
    times.push_back(event.time);
    CHECK(world.trial.model->opt.timestep == k_step);
    CHECK(event.time <= world.plugin.time());
    CHECK(std::abs(std::remainder(world.plugin.time(), k_step)) < 1e-12);
  });
  for (int step = 0; step < 4; ++step) world.step();
  CHECK(world.plugin.step_totals().divided_steps > 1);
  CHECK(times.size() > 2);
  CHECK(std::ranges::is_sorted(times));
}

TEST_CASE("a moment before a step in parts is restored to the bit") {
  Splinter world;
  world.step();
  const auto moment = world.plugin.save();
  const auto run = [&world] {
    for (int step = 0; step < 3; ++step) world.step();
    return world.state();
  };
  const std::vector<double> first = run();
  REQUIRE(world.plugin.step_totals().divided_steps > 1);
  world.plugin.restore(*moment);
  CHECK(run() == first);
}

TEST_CASE("only the user puts bodies elsewhere, not the rounding of their quaternions") {
  TrialModel trial(R"(<mujoco><option cone="elliptic" gravity="0 0 0"/><worldbody>
      <body><freejoint/><geom name="box" type="box" size="0.1 0.2 0.3"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  trial.data->qvel[3] = 3;
  trial.data->qvel[4] = 5;
  for (int step = 0; step < 1000; ++step) {
    plugin.step();
    mj_kinematics(trial.model, trial.data);
    REQUIRE_FALSE(plugin.save()->was_put);
  }
  trial.data->qpos[0] += 1e-6;
  CHECK(plugin.save()->was_put);
}

TEST_CASE("a body that is put deep after mj_forward() gets what its layers hold") {
  const auto thrown_out = [](bool looks_before) {
    PlateWorld world({.joints = "<freejoint/>", .gap = 0.02});
    world.run(0.02);
    mjData& data = *world.trial.data;
    if (looks_before) mj_forward(world.trial.model, &data);
    data.qpos[2] = 0.055 - 0.004;
    data.qvel[2] = 0.1;
    world.run(0.02);
    return data.qvel[2];
  };
  CHECK(thrown_out(true) == Approx(thrown_out(false)).epsilon(1e-6));
  CHECK(thrown_out(true) > 0.7);
}

TEST_CASE("a step of mj_step() of which nobody told ends before the next begins") {
  PlateWorld told({.joints = "<freejoint/>", .friction = 0.3}, 50);
  PlateWorld untold({.joints = "<freejoint/>", .friction = 0.3}, 50);
  for (PlateWorld* const world : {&told, &untold}) {
    world->run(0.1);
    mj_step(world->trial.model, world->trial.data);
    if (world == &told) world->plugin.update();
    CHECK(world->plugin.save()->pairs.begin()->second.account.is_open == (world == &untold));
    world->plugin.step();
  }
  CHECK(told.plugin.time() == untold.plugin.time());
  CHECK(told.applied() == Approx(untold.applied()).epsilon(1e-9));
}

}  // namespace condyle::mujoco
