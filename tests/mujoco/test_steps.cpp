#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
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

namespace {

const PlateOnBall k_thrown{.joints = R"(<joint type="slide" axis="0 0 1" damping="0.5"/>)",
                           .gap = 0.57};

/// Two mjData of one model: in the first the plate is thrown at the ball, in the second it lies
/// on it.
struct SharedWorld {
  explicit SharedWorld(double speed)
      : first(k_thrown),
        second(mj_makeData(first.trial.model)),
        plugin(std::make_unique<Plugin>(*first.trial.model, *second)) {
    add_colliders(first.trial, k_thrown, *plugin);
    first.trial.data->qvel[0] = -speed;
    second->qpos[0] = -k_thrown.gap;
  }
  ~SharedWorld() {
    plugin.reset();
    mj_deleteData(second);
  }
  SharedWorld(const SharedWorld&) = delete;
  SharedWorld& operator=(const SharedWorld&) = delete;

  void step_first() { first.plugin.step(); }
  void step_second() { plugin->step(); }
  std::vector<double> state() const {
    std::vector<double> both = state_of(*first.trial.model, *first.trial.data);
    const std::vector<double> other = state_of(*first.trial.model, *second);
    both.insert(both.end(), other.begin(), other.end());
    return both;
  }

  PlateWorld first;
  mjData* second;
  std::unique_ptr<Plugin> plugin;
};

constexpr int k_shared_steps = 60;

}  // namespace

TEST_CASE("data that share a model step as they do alone, in turns and on threads") {
  // Its last step before the touch begins 0.11 m away, where no margin of a body at rest reaches.
  const double speed = 28;
  std::vector<double> alone;
  {
    PlateWorld thrown(k_thrown);
    thrown.trial.data->qvel[0] = -speed;
    for (int step = 0; step < k_shared_steps; ++step) thrown.plugin.step();
    alone = state_of(*thrown.trial.model, *thrown.trial.data);
  }
  SharedWorld one_by_one(speed), in_turns(speed), on_threads(speed);
  for (int step = 0; step < k_shared_steps; ++step) one_by_one.step_first();
  for (int step = 0; step < k_shared_steps; ++step) one_by_one.step_second();
  for (std::size_t i = 0; i < alone.size(); ++i)
    CHECK(one_by_one.state()[i] == Approx(alone[i]).margin(1e-9));
  for (int step = 0; step < k_shared_steps; ++step) {
    in_turns.step_first();
    in_turns.step_second();
  }
  CHECK(in_turns.state() == one_by_one.state());
  std::thread a([&] {
    for (int step = 0; step < k_shared_steps; ++step) on_threads.step_first();
  });
  std::thread b([&] {
    for (int step = 0; step < k_shared_steps; ++step) on_threads.step_second();
  });
  a.join();
  b.join();
  CHECK(on_threads.state() == one_by_one.state());
}

TEST_CASE("what moves beyond the margins of a shared model is refused by name") {
  SharedWorld world(40);
  CHECK_THROWS_WITH(world.step_first(),
                    Catch::Contains("'plate'") && Catch::Contains("mj_copyModel"));
  world.plugin.reset();  // alone again
  CHECK_NOTHROW(world.step_first());
}

TEST_CASE("contact that was looked for by hand counts no more once MuJoCo looks for it anew") {
  const PlateOnBall described{.joints = "<freejoint/>", .friction = 0.3};
  PlateWorld world(described, 50), plain(described, 50);
  for (PlateWorld* each : {&world, &plain}) each->run(0.1);
  const int put = GENERATE(0, 1, 2);  // nothing, coordinates or velocities between
  CAPTURE(put);
  for (int step = 0; step < 20; ++step) {
    mjData& by_hand = *world.trial.data;
    mj_fwdPosition(world.trial.model, &by_hand);
    mj_collision(world.trial.model, &by_hand);
    for (mjData* data : {&by_hand, plain.trial.data}) {
      if (put == 1) data->qpos[2] += step % 2 == 0 ? 1e-6 : -1e-6;
      if (put == 2) data->qvel[0] += 1e-4;
    }
    for (PlateWorld* each : {&world, &plain}) {
      mj_step(each->trial.model, each->trial.data);
      each->plugin.update();
    }
    const auto by = state_of(*world.trial.model, by_hand);
    const auto without = state_of(*plain.trial.model, *plain.trial.data);
    // A search at other velocities leaves other lists behind, which may change how sums round.
    const double tolerance = put == 2 ? 1e-11 : 0;
    REQUIRE(by.size() == without.size());
    for (std::size_t i = 0; i < by.size(); ++i) CHECK(std::abs(by[i] - without[i]) <= tolerance);
    CHECK(world.plugin.pairs().size() == plain.plugin.pairs().size());
  }
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

TEST_CASE("a computation that skips what follows from positions keeps contact and its force") {
  PlateWorld world({.joints = k_free});
  world.run(0.3);
  mjModel* const model = world.trial.model;
  mjData* const data = world.trial.data;
  mj_forward(model, data);
  const std::vector<double> force(data->qfrc_constraint, data->qfrc_constraint + model->nv);
  for (const mjtStage stage : {mjSTAGE_POS, mjSTAGE_VEL}) {
    mj_forwardSkip(model, data, stage, 0);
    const std::vector<double> again(data->qfrc_constraint, data->qfrc_constraint + model->nv);
    for (std::size_t i = 0; i < force.size(); ++i) CHECK(again[i] == Approx(force[i]).margin(1e-9));
  }
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
  const std::uint64_t hash = Plugin::hash_of(*world.plugin.save());
  CHECK(hash != Plugin::hash_of(*moment));
  world.plugin.restore(*moment);
  world.run(0.1);
  CHECK(state_of(*world.trial.model, *world.trial.data) == first);
  CHECK(hash == Plugin::hash_of(*world.plugin.save()));
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

TEST_CASE("a body carried along beside a fast mocap body takes one pass a step") {
  TrialModel trial(R"(<mujoco><option cone="elliptic" timestep="0.001" gravity="0 0 0"/>
    <size nconmax="400" njmax="1500"/><worldbody>
      <body name="lift" mocap="true"><geom name="lift" type="box" size="1 1 0.1"/></body>
      <body name="box" pos="0 0 0.1504"><freejoint/>
        <geom name="box" type="box" size="0.1 0.1 0.05" mass="2"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const Layer layer{.elastic_modulus = 1e7, .poissons_ratio = 0.3, .thickness = 0.01};
  plugin.add_collider(trial.geom("lift"), layer);
  plugin.add_collider(trial.geom("box"), std::make_shared<ContactSurface>(
                                             mesh::make_box({0.2, 0.2, 0.1}, {20, 20, 10}), layer));
  constexpr double k_speed = 3;  // 3 mm a step; the gap between them of 0.4 mm stays
  plugin.set_mocap_velocity(trial.body("lift"), {Eigen::Vector3d::Zero(), {0, 0, k_speed}});
  trial.data->qvel[2] = k_speed;
  for (int step = 0; step < 20; ++step) {
    plugin.step();
    trial.data->mocap_pos[2] += k_speed * trial.model->opt.timestep;
  }
  CHECK(plugin.step_totals().passes == 20);
  CHECK(trial.data->qvel[2] == k_speed);
}

}  // namespace condyle::mujoco
