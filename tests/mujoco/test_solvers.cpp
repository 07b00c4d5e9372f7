// What MuJoCo's own choices, of solver, islands and Jacobian, change in contact and strands:
// nothing but what its solver leaves.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

/// Two boxes that rest on two tables by friction, and a ball that hangs beside them: three islands.
std::string apart(const std::string& solver, const std::string& jacobian) {
  const auto table = [](int i) {
    return fmt::format(R"(<geom name="table{0}" type="box" size="0.1 0.1 0.02" pos="{0} 0 -0.02"/>
        <body name="box{0}" pos="{0} 0 0.03"><freejoint/>
          <geom name="box{0}" type="box" size="0.03 0.03 0.03" mass="{1}"/></body>)",
                       i, i + 1);
  };
  return fmt::format(R"(<mujoco>
      <option timestep="0.002" cone="elliptic" tolerance="1e-14" iterations="300" solver="{}"
        jacobian="{}" gravity="1 0 -9.81"/>
      <size nconmax="600" njmax="2500"/><worldbody>{}{}<site name="top" pos="3 0 0"/>
      <body name="ball" pos="3 0 -0.2"><freejoint/><geom size="0.02" mass="0.5"/>
        <site name="bottom"/></body></worldbody>
      <tendon><spatial><site site="top"/><site site="bottom"/></spatial></tendon></mujoco>)",
                     solver, jacobian, table(0), table(1));
}

struct Apart {
  Apart(const std::string& solver, const std::string& jacobian, bool has_islands)
      : trial(apart(solver, jacobian)), plugin(*trial.model, *trial.data) {
    allow_islands(has_islands);
    ContactSettings settings;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.5;
    settings.friction.mode = FrictionMode::stiction;
    settings.dissipation = 5;
    plugin.set_default_contact(settings);
    const Layer layer{.elastic_modulus = 1e6, .poissons_ratio = 0.3, .thickness = 0.01};
    const auto box = std::make_shared<const ContactSurface>(
        mesh::make_box({0.06, 0.06, 0.06}, {4, 4, 1}), layer, "box");
    for (const char* const geom : {"table0", "table1"})
      plugin.add_collider(trial.geom(geom), layer);
    for (const char* const geom : {"box0", "box1"}) plugin.add_collider(trial.geom(geom), box);
    ligament::StrandPath path;
    path.points = {{.body = 0, .p_B = {3, 0, 0}}, {.body = 1, .p_B = {0, 0, 0}}};
    const int bodies[] = {0, trial.body("ball")};
    plugin.add_strand(
        {.name = "rope", .linear_stiffness = 2e3, .slack_length = 0.2, .damping_coefficient = 100},
        0, bodies, path);
  }
  void allow_islands([[maybe_unused]] bool allow) {
#if mjVERSION_HEADER >= 337
    if (!allow) trial.model->opt.disableflags |= mjDSBL_ISLAND;
#endif
  }
  std::vector<double> state() const {
    return {trial.data->qpos, trial.data->qpos + trial.model->nq};
  }

  TrialModel trial;
  Plugin plugin;
};

}  // namespace

TEST_CASE("bodies that rest by friction and hang do so by any solver, with islands or without") {
  const std::string solver = GENERATE("Newton", "CG"), jacobian = GENERATE("dense", "sparse");
  const bool has_islands = GENERATE(true, false);
  CAPTURE(solver, jacobian, has_islands);
  Apart world(solver, jacobian, has_islands), peer("Newton", "dense", false);
  constexpr int k_steps = 400;
  for (int step = 0; step < k_steps; ++step) {
    world.plugin.step();
    peer.plugin.step();
  }
#if mjVERSION_HEADER >= 337
  CHECK(world.trial.data->nisland == (has_islands ? 3 : 0));
#endif
  // At rest: weight, and the slope of gravity, to what passes leave.
  for (const int i : {0, 1}) {
    const double mass = i + 1;
    const Wrench wrench = world.plugin.contact_wrench(world.trial.body(i == 0 ? "box0" : "box1"));
    CHECK((wrench.force - mass * Eigen::Vector3d(-1, 0, 9.81)).norm() < 1e-6 * mass * 9.81);
  }
  // The ball swings on: passes leave at most 1e-6 of the force in each step.
  const auto pull = [](const Apart& of) {
    return of.plugin.strand_wrench(of.plugin.strands()[0].id, of.trial.body("ball")).force;
  };
  CHECK(pull(peer).norm() > 4.5);
  CHECK((pull(world) - pull(peer)).norm() < 1e-6 * k_steps * pull(peer).norm());
}

// MuJoCo 3 makes its islands by the tendon, of which the wheel would be in none.
TEST_CASE("a strand over a body that its tendon leaves out is refused") {
  TrialModel trial(R"(<mujoco><option timestep="0.002" tolerance="1e-14" jacobian="dense"/>
    <worldbody><site name="left" pos="-0.1 0 0"/>
      <body name="weight" pos="0.1 0 -0.3"><joint type="slide" axis="0 0 1"/>
        <geom size="0.02" mass="0.5" contype="0" conaffinity="0"/><site name="weight"/></body>
      <body name="wheel" pos="0 0 0.1"><joint type="slide" axis="0 0 1"/>
        <geom size="0.05" mass="1" contype="0" conaffinity="0"/></body></worldbody>
    <tendon><spatial><site site="left"/><site site="weight"/></spatial></tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {-0.1, 0, 0}},
                 {.body = 1, .p_B = {0, 0, 0}},
                 {.body = 2, .p_B = {0, 0, 0}}};
  const int wheel = trial.body("wheel"), bodies[] = {0, wheel, trial.body("weight")};
  CHECK_THROWS_WITH(
      plugin.add_strand(
          {.name = "rope", .linear_stiffness = 1e3, .slack_length = 0.4, .damping_coefficient = 20},
          0, bodies, path),
      Catch::Contains("'rope'") && Catch::Contains("pass over") && Catch::Contains("'wheel'"));
}

}  // namespace condyle::mujoco
