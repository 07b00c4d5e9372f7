// Two mjData of one model, each with a plugin and a strand of its own over the same tendon.
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr const char* k_ball_on_rope = R"(<mujoco><option timestep="0.002"/><worldbody>
    <site name="top"/><body name="ball" pos="0 0 -0.2"><freejoint/><geom size="0.02" mass="0.5"/>
      <site name="bottom"/></body></worldbody>
  <tendon><spatial><site site="top"/><site site="bottom"/></spatial></tendon></mujoco>)";

/// A plugin of data of the model, with a strand from the origin to the ball.
struct OnRope {
  OnRope(const TrialModel& of, mjData& data, double stiffness)
      : trial(of), data(data), plugin(std::make_unique<Plugin>(*of.model, data)) {
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = {0, 0, 0}}, {.body = 1, .p_B = {0, 0, 0}}};
    const int bodies[] = {0, 1};
    rope = plugin->add_strand({.name = "rope", .linear_stiffness = stiffness, .slack_length = 0.19},
                              0, bodies, path);
    data.qvel[0] = 1;  // it swings
  }
  void run(int steps) {
    for (int step = 0; step < steps; ++step) plugin->step();
  }
  std::vector<double> state() const {
    std::vector<double> all(data.qpos, data.qpos + trial.model->nq);
    all.insert(all.end(), data.qvel, data.qvel + trial.model->nv);
    return all;
  }

  const TrialModel& trial;
  mjData& data;
  std::unique_ptr<Plugin> plugin;
  StrandId rope;
};

/// The state of the only data of a model.
std::vector<double> alone_on_rope(double stiffness, int steps) {
  TrialModel trial(k_ball_on_rope);
  OnRope world(trial, *trial.data, stiffness);
  world.run(steps);
  return world.state();
}

struct SecondData {
  explicit SecondData(const TrialModel& trial) : data(mj_makeData(trial.model)) {}
  ~SecondData() { mj_deleteData(data); }
  SecondData(const SecondData&) = delete;
  SecondData& operator=(const SecondData&) = delete;
  mjData* data;
};

constexpr double k_firm = 2e3, k_soft = 300;  // [N]

}  // namespace

TEST_CASE("strands of two data of a model do not know of one another, to the bit") {
  TrialModel trial(k_ball_on_rope);
  SecondData second(trial);
  OnRope firm(trial, *trial.data, k_firm), soft(trial, *second.data, k_soft);
  for (int step = 0; step < 300; ++step) {
    firm.run(1);
    soft.run(1);
  }
  CHECK(firm.state() == alone_on_rope(k_firm, 300));
  CHECK(soft.state() == alone_on_rope(k_soft, 300));
  CHECK(firm.state() != soft.state());
}

TEST_CASE("the end of one plugin leaves the strand of other data as it is") {
  TrialModel trial(k_ball_on_rope);
  SecondData second(trial);
  OnRope firm(trial, *trial.data, k_firm), soft(trial, *second.data, k_soft);
  firm.run(50);
  soft.run(100);
  soft.plugin.reset();
  firm.run(150);
  CHECK(firm.state() == alone_on_rope(k_firm, 200));
}

TEST_CASE("a strand that is removed leaves that of other data as it is") {
  TrialModel trial(k_ball_on_rope);
  SecondData second(trial);
  OnRope firm(trial, *trial.data, k_firm), soft(trial, *second.data, k_soft);
  firm.run(50);
  soft.plugin->remove_strand(soft.rope);
  REQUIRE_NOTHROW(firm.run(150));
  CHECK(firm.state() == alone_on_rope(k_firm, 200));
}

}  // namespace condyle::mujoco
