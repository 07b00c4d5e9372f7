#include <algorithm>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

const std::string k_free = "<freejoint/>";

std::vector<double> state_of(const mjModel& model, const mjData& data) {
  std::vector<double> state(data.qpos, data.qpos + model.nq);
  state.insert(state.end(), data.qvel, data.qvel + model.nv);
  return state;
}

std::vector<double> run_alone(double rate) {
  PlateWorld world({.joints = k_free, .rate = rate, .friction = 0.3});
  world.run(0.3);
  return state_of(*world.trial.model, *world.trial.data);
}

}  // namespace

TEST_CASE("models on threads of their own step as they do alone") {
  const std::vector<double> first = run_alone(240), second = run_alone(500);
  std::vector<double> of_thread[2];
  std::thread a([&] { of_thread[0] = run_alone(240); });
  std::thread b([&] { of_thread[1] = run_alone(500); });
  a.join();
  b.join();
  CHECK(of_thread[0] == first);
  CHECK(of_thread[1] == second);
}

TEST_CASE("a forward computation gives the same twice, and its inverse the forces") {
  PlateWorld world({.joints = k_free, .friction = 0.3}, 50);
  world.run(0.1);
  mjModel& model = *world.trial.model;
  mjData& data = *world.trial.data;
  mj_forward(&model, &data);
  const std::vector<double> once(data.qacc, data.qacc + model.nv);
  const int rows = data.nefc;
  mj_forward(&model, &data);
  CHECK(data.nefc == rows);
  for (int i = 0; i < model.nv; ++i) CHECK(data.qacc[i] == Approx(once[i]).margin(1e-6));
  mj_inverse(&model, &data);
  // The load of 50 N is the only force that is not MuJoCo's own.
  CHECK(data.qfrc_inverse[2] == Approx(-50).epsilon(1e-6));
}

TEST_CASE("mj_step solves contact once, and comes to the same rest") {
  PlateWorld world({.joints = k_free, .friction = 0.3}, 50);
  for (int step = 0; step < 480; ++step) mj_step(world.trial.model, world.trial.data);
  world.plugin.update();
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
  CHECK(world.shown() == Approx(world.weight).epsilon(1e-5));
  CHECK(world.plugin.time() == Approx(world.trial.data->time));
}

TEST_CASE("a contact may be set anew before the last step is taken over") {
  PlateWorld world({.joints = k_free, .friction = 0.3}, 50);
  world.run(0.2);
  mj_step(world.trial.model, world.trial.data);
  ContactSettings settings = PlateOnBall{.friction = 0.3}.settings();
  settings.casts_from = CastingElements::nodes;
  SECTION("of the pair") { world.plugin.set_contact(world.ball, world.plate, settings); }
  SECTION("of all pairs") { world.plugin.set_default_contact(settings); }
  world.plugin.update();
  world.run(0.2);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-3));
}

TEST_CASE("data that is reset starts anew") {
  PlateWorld world({.joints = k_free, .friction = 0.3}, 50);
  world.run(0.2);
  const std::vector<double> first = state_of(*world.trial.model, *world.trial.data);
  const std::vector<mjtNum> load(world.trial.data->xfrc_applied,
                                 world.trial.data->xfrc_applied + 6 * world.trial.model->nbody);
  mj_step(world.trial.model, world.trial.data);  // of which the plugin does not hear
  mj_resetData(world.trial.model, world.trial.data);
  std::copy(load.begin(), load.end(), world.trial.data->xfrc_applied);
  world.run(0.2);
  const std::vector<double> again = state_of(*world.trial.model, *world.trial.data);
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(again[i] == Approx(first[i]).margin(1e-7));
}

TEST_CASE("a moment is restored to the bit") {
  PlateWorld world({.joints = k_free, .friction = 0.3}, 20);
  world.run(0.05);
  const auto moment = world.plugin.save();
  world.run(0.1);
  const std::vector<double> first = state_of(*world.trial.model, *world.trial.data);
  world.plugin.restore(*moment);
  world.run(0.1);
  CHECK(state_of(*world.trial.model, *world.trial.data) == first);
  world.plugin.remove_collider(world.plate);
  CHECK_THROWS_WITH(world.plugin.restore(*moment), Catch::Contains("other colliders"));
}

TEST_CASE("geoms that are not registered keep MuJoCo's contact, and all do when the plugin ends") {
  const auto rest_of = [](bool registers) {
    TrialModel trial(R"(<mujoco><size nconmax="400" njmax="1500"/><worldbody>
        <geom name="floor" type="plane" size="5 5 1"/>
        <body name="a" pos="0 0 0.051"><freejoint/><geom name="a" type="sphere" size="0.05"/></body>
        <body name="b" pos="1 0 0.051"><freejoint/><geom name="b" type="sphere" size="0.05"/></body>
      </worldbody></mujoco>)");
    if (registers) {
      Plugin plugin(*trial.model, *trial.data);
      const Layer layer{.elastic_modulus = 1e7, .poissons_ratio = 0.3, .thickness = 0.005};
      plugin.add_collider(trial.geom("a"), layer);  // without a partner: MuJoCo's contact
      for (int step = 0; step < 100; ++step) plugin.step();
    } else {
      for (int step = 0; step < 100; ++step) mj_step(trial.model, trial.data);
    }
    for (int step = 0; step < 100; ++step) mj_step(trial.model, trial.data);
    return state_of(*trial.model, *trial.data);
  };
  const std::vector<double> with = rest_of(true), without = rest_of(false);
  for (std::size_t i = 0; i < with.size(); ++i) CHECK(with[i] == Approx(without[i]).margin(1e-9));
}

TEST_CASE("first touch and last release are told once") {
  PlateWorld world({.gap = 0.02});
  std::vector<ContactEvent> events;
  world.plugin.on_contact_event([&](const ContactEvent& event) { events.push_back(event); });
  world.run(0.2);
  REQUIRE(!events.empty());
  CHECK(events[0].kind == TouchKind::first_touch);
  // It falls 20 mm: sqrt(2 s / g).
  CHECK(events[0].time == Approx(std::sqrt(2 * 0.02 / 9.81)).epsilon(0.05));
}

}  // namespace condyle::mujoco
