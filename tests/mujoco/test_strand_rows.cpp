#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

/// A ball that hangs on a strand beneath a fixed point.
struct Hanging {
  Hanging(double rate, double mass, bool is_sparse = false, double stiffness = 5e4,
          double damping = 500)
      : trial(R"(<mujoco><option timestep=")" + std::to_string(1 / rate) + R"(" jacobian=")" +
              (is_sparse ? "sparse" : "dense") + R"("/><worldbody><site name="top" pos="0 0 1"/>
          <body name="ball" pos="0 0 0.8"><freejoint/>
            <geom type="sphere" size="0.02" mass=")" +
              std::to_string(mass) +
              R"("/><site name="bottom"/></body></worldbody>
          <tendon><spatial name="rope"><site site="top"/><site site="bottom"/></spatial></tendon>
        </mujoco>)"),
        plugin(*trial.model, *trial.data) {
    trial.model->opt.timestep = 1 / rate;
    const ligament::Strand strand{.name = "rope",
                                  .linear_stiffness = stiffness,
                                  .slack_length = 0.2,
                                  .damping_coefficient = damping};
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = {0, 0, 1}}, {.body = 1, .p_B = Eigen::Vector3d::Zero()}};
    const int bodies[] = {0, trial.body("ball")};
    rope = plugin.add_strand(strand, 0, bodies, path);
  }
  void run(double time) {
    for (long i = std::lround(time / trial.model->opt.timestep); i > 0; --i) plugin.step();
  }
  double tension() const { return plugin.strands().front().force.total_force; }

  TrialModel trial;
  Plugin plugin;
  StrandId rope;
};

}  // namespace

TEST_CASE("a light and a heavy ball hang still on a stiff strand") {
  const double rate = GENERATE(60, 240, 1000), mass = GENERATE(0.05, 0.5, 60);
  const bool is_sparse = GENERATE(false, true);
  CAPTURE(rate, mass, is_sparse);
  Hanging world(rate, mass, is_sparse);
  world.run(3);
  CHECK(world.tension() == Approx(9.81 * mass).epsilon(1e-5));
  CHECK(std::abs(world.trial.data->qvel[2]) < 1e-6);
  CHECK(world.plugin.strand_wrench(world.rope, world.trial.body("ball")).force.z() ==
        Approx(9.81 * mass).epsilon(1e-5));
}

/// A slide across a strand, which hangs from a point straight above it.
struct DeadCentre {
  DeadCentre(bool is_sparse, double stiffness, double start)
      : trial(std::string(R"(<mujoco><option timestep="0.002" jacobian=")") +
              (is_sparse ? "sparse" : "dense") +
              R"("/><worldbody><site name="top" pos="0 0 1"/>
          <body name="ball" pos="0 0 0.79"><joint type="slide" axis="1 0 0"/>
            <geom size="0.02" mass="0.5"/><site name="ball"/></body></worldbody>
          <tendon><spatial name="rope"><site site="top"/><site site="ball"/></spatial></tendon>
        </mujoco>)"),
        plugin(*trial.model, *trial.data) {
    const ligament::Strand strand{
        .name = "rope", .linear_stiffness = stiffness, .slack_length = 0.2};
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = {0, 0, 1}}, {.body = 1, .p_B = Eigen::Vector3d::Zero()}};
    const int bodies[] = {0, trial.body("ball")};
    plugin.add_strand(strand, 0, bodies, path);
    trial.data->qpos[0] = start;
    trial.data->qvel[0] = 0.3;
  }
  TrialModel trial;
  Plugin plugin;
};

TEST_CASE("a mechanism leaves the dead centre of its strand") {
  const bool is_sparse = GENERATE(false, true);
  const double stiffness = GENERATE(1e3, 1e6);
  CAPTURE(is_sparse, stiffness);
  DeadCentre world(is_sparse, stiffness, 0), beside(is_sparse, stiffness, 1e-9);
  for (int step = 0; step < 100; ++step) {
    world.plugin.step();
    beside.plugin.step();
    CHECK(world.plugin.step_report().residual < 1e-4);  // at which passes may end
    // A nanometre away at the start; passes end at 1e-4 of a force that turns round swings of 0.5
    // mm and more.
    CHECK(world.trial.data->qpos[0] == Approx(beside.trial.data->qpos[0]).margin(1e-6));
  }
  CHECK(world.plugin.strands()[0].force.total_force > 0.02 * stiffness);
}

TEST_CASE("a stiff strand whose tendon cannot lend it a row is refused") {
  TrialModel trial(R"(<mujoco><worldbody>
      <body name="a" pos="-0.1 0 0.7"><joint type="slide" axis="0 0 1"/>
        <geom size="0.02" mass="1"/><site name="a"/></body>
      <body name="b" pos="0.1 0 0.7"><joint type="slide" axis="0 0 1"/>
        <geom size="0.02" mass="1"/><site name="b"/></body></worldbody>
    <tendon><spatial><site site="a"/><site site="b"/></spatial></tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Eigen::Vector3d::Zero()},
                 {.body = 2, .p_B = {0, 0, 1}},
                 {.body = 1, .p_B = Eigen::Vector3d::Zero()}};
  const int bodies[] = {trial.body("a"), trial.body("b"), 0};
  const ligament::Strand strand{.name = "rope", .linear_stiffness = 1e7, .slack_length = 0.5};
  plugin.add_strand(strand, 0, bodies, path);
  CHECK_THROWS_WITH(plugin.step(), Catch::Contains("'rope'") && Catch::Contains("lead the tendon"));
}

TEST_CASE("a ball that swings on a strand without damping gains no energy") {
  const double rate = GENERATE(120, 1000);
  CAPTURE(rate);
  Hanging world(rate, 0.5, false, 5e3, 0);
  world.trial.data->qvel[0] = 1;
  const auto energy = [&] {
    const mjtNum* const v = world.trial.data->qvel;
    return 0.25 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.5 * 9.81 * world.trial.data->qpos[2] +
           (world.plugin.strands().empty() ? 0 : world.plugin.strands()[0].force.potential_energy);
  };
  const double first = energy();
  double most = 0;
  for (int step = 0; step < 3 * rate; ++step) {
    world.plugin.step();
    most = std::max(most, energy());
  }
  // Passes end at 1e-6 of the tension in a step.
  CHECK(most <= first + 1e-5 * 0.25);
  CHECK(std::hypot(world.trial.data->qpos[0], world.trial.data->qpos[2] - 1) > 0.19);
}

TEST_CASE("a ball falls on a strand without stiffness") {
  Hanging world(240, 0.5, false, 0, 0);
  world.run(0.1);
  CHECK(world.tension() == 0);
  CHECK(world.trial.data->qvel[2] == Approx(-0.981).epsilon(1e-6));
}

TEST_CASE("a tendon with a limit of its own lends no row, one that a strand left does again") {
  TrialModel trial(R"(<mujoco><worldbody><site name="top" pos="0 0 1"/>
      <body pos="0 0 0.8"><freejoint/><geom size="0.02"/><site name="bottom"/></body></worldbody>
      <tendon><spatial limited="true" range="0 0.2"><site site="top"/><site site="bottom"/></spatial>
        <spatial><site site="top"/><site site="bottom"/></spatial></tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const ligament::Strand strand{.name = "rope", .linear_stiffness = 5e4, .slack_length = 0.2};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {0, 0, 1}}, {.body = 1, .p_B = Eigen::Vector3d::Zero()}};
  const int bodies[] = {0, 1};
  CHECK_THROWS_WITH(plugin.add_strand(strand, 0, bodies, path),
                    Catch::Contains("limit of its own"));
  plugin.remove_strand(plugin.add_strand(strand, 1, bodies, path));
  CHECK_NOTHROW(plugin.add_strand(strand, 1, bodies, path));
  mjData* const other = mj_makeData(trial.model);
  {
    Plugin of_other(*trial.model, *other);
    CHECK_NOTHROW(of_other.add_strand(strand, 1, bodies, path));
  }
  mj_deleteData(other);
}

TEST_CASE("other data of the model do not feel the tendon that lends its row") {
  Hanging world(240, 0.5);
  mjData* const other = mj_makeData(world.trial.model);
  for (int step = 0; step < 24; ++step) mj_step(world.trial.model, other);
  CHECK(other->qvel[2] == Approx(-0.981).epsilon(1e-3));
  mj_deleteData(other);
}

TEST_CASE("a strand that is cut lets go, and holds again when it is restored") {
  Hanging world(240, 0.5);
  world.run(0.5);
  world.plugin.cut_strand(world.rope);
  world.run(0.1);
  CHECK(world.trial.data->qvel[2] == Approx(-0.981).epsilon(1e-3));
  world.plugin.restore_strand(world.rope);
  world.run(3);
  CHECK(world.tension() == Approx(9.81 * 0.5).epsilon(1e-3));
  world.plugin.remove_strand(world.rope);
  const double before = world.trial.data->qvel[2];
  world.run(0.1);
  CHECK(world.trial.data->qvel[2] == Approx(before - 0.981).epsilon(1e-3));
}

}  // namespace condyle::mujoco
