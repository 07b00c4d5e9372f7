#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {

TEST_CASE("a plate rests on a ball with its weight, as it is shown") {
  const double rate = GENERATE(60, 240, 1000), mass = GENERATE(0.03, 0.3, 60);
  const double load = mass < 1 ? 1900 : 0;
  CAPTURE(rate, mass);
  PlateWorld world({.rate = rate, .mass = mass}, load);
  world.run(2);
  // The step is backward Euler: at rest the force is the load, to the tolerance of MuJoCo's solver.
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-10));
  CHECK(world.shown() == Approx(world.weight).epsilon(1e-10));
  CHECK(std::abs(world.trial.data->qvel[0]) < 1e-9);
  CHECK(world.plugin.step_report().residual < 1e-10);
}

TEST_CASE("a plate rests on a ball by every law") {
  const std::string law =
      GENERATE("elastic layer", "nonlinear", "damped", "hertz", "impact", "poisson");
  CAPTURE(law);
  PlateWorld world({}, 400);
  ContactSettings settings = PlateOnBall{}.settings();
  if (law == "elastic layer") {
    settings.formulation = Formulation::elastic_layer;
    settings.node_spacing = 1e-3;
  } else if (law == "nonlinear") {
    settings.formulation = Formulation::nonlinear;
  } else if (law == "damped") {
    settings.dissipation = 1;
  } else {
    settings.normal.kind = law == "hertz"    ? NormalLawKind::hertz
                           : law == "impact" ? NormalLawKind::impact
                                             : NormalLawKind::poisson;
    settings.normal.restitution = 0.3;
    settings.normal.stiffness = 1e9;
    settings.normal.damping = 1e3;
  }
  world.plugin.set_contact(world.plate, world.ball, settings);
  world.run(1.5);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-6));
  CHECK(world.shown() == Approx(world.weight).epsilon(1e-5));
}

TEST_CASE("few rows stand for many triangles") {
  PlateWorld world({}, 1900);
  world.run(0.5);
  CHECK(world.pair().touching_triangles() > 40);
  int touching = 0;
  for (int i = 0; i < world.trial.data->ncon; ++i)
    touching += world.trial.data->contact[i].dist < 0;
  CHECK(touching <= 27);
  CHECK(world.trial.data->ncon <= 60);
}

TEST_CASE("a load passes through joints, equalities, limits and MuJoCo's own contact") {
  const std::string way = GENERATE("equality", "limit", "contact");
  CAPTURE(way);
  PlateOnBall described;
  // A body of 5 kg above the plate, whose weight comes through.
  const std::string body = R"(<body name="weight" pos="0 0 0.2">)"
                           R"(<joint name="fall" type="slide" axis="0 0 1" %s/>)"
                           R"(<geom name="weight" type="box" size="0.01 0.01 0.01" mass="5" %s/>)"
                           "</body>";
  const auto with = [&](const char* joint, const char* geom) {
    std::string text = body;
    text.replace(text.find("%s"), 2, joint);
    text.replace(text.find("%s"), 2, geom);
    return text;
  };
  std::string bodies;
  if (way == "equality") {
    bodies = with("", R"(contype="0" conaffinity="0")");
    described.joints = R"(<joint name="plate" type="slide" axis="0 0 1"/>)";
    described.more =
        R"(<equality><joint joint1="plate" joint2="fall" solref="0.01 1"/></equality>)";
  } else if (way == "limit") {
    // The weight stands on a stop of a joint between it and the plate.
    described.joints += with(R"(limited="true" range="0 1" solreflimit="0.01 1")",
                             R"(contype="0" conaffinity="0")");
  } else {
    bodies = with("", R"(solref="0.01 1")");
  }
  described.more = "<worldbody>" + bodies + "</worldbody>" + described.more;
  if (way == "contact") described.more.replace(described.more.find("0 0 0.2"), 7, "0 0 0.0702");
  PlateWorld world(described);
  world.run(4);
  CHECK(world.applied() == Approx(world.weight + 5 * 9.81).epsilon(1e-6));
  CHECK(world.shown() == Approx(world.applied()).epsilon(1e-6));
}

TEST_CASE("what MuJoCo's solver leaves out of balance is told as residual") {
  PlateWorld world(
      {.joints = "<freejoint/>", .options = R"(cone="elliptic" solver="CG" iterations="1")"}, 300);
  const mjData& data = *world.trial.data;
  const double mass = 0.3, h = world.trial.model->opt.timestep;
  const Eigen::Vector3d weight(0, 0, -world.weight);
  int astray = 0;
  for (int step = 0; step < 48; ++step) {
    const Eigen::Map<const Eigen::Vector3d> v(data.qvel);
    const Eigen::Vector3d before = v;
    world.plugin.step();
    const Eigen::Vector3d contact = world.plugin.contact_wrench(world.trial.body("plate")).force;
    const double missed = (mass * (v - before) / h - weight - contact).norm();
    const double largest =
        std::max({contact.norm(), world.plugin.pairs().empty() ? 0 : world.shown(), missed});
    CHECK(missed <= world.plugin.step_report().residual * largest + 1e-9 * world.weight);
    astray += missed > 1e-3 * contact.norm();
  }
  CHECK(astray > 0);  // else the test sees nothing
}

TEST_CASE("a body lands in the step of its first touch, however hard it is driven") {
  const double rate = GENERATE(60, 240, 1000);
  CAPTURE(rate);
  PlateWorld world({.rate = rate, .gap = 5e-4}, 1900);
  double deepest = 0;
  for (int step = 0; step < rate; ++step) {
    world.plugin.step();
    deepest = std::min(deepest, world.trial.data->qpos[0]);
  }
  const double rest = world.trial.data->qpos[0];
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-9));
  // By 1.9 kN on 0.3 kg it would be 110 mm deep after one step of 1/240 s.
  CHECK(deepest > rest - 1e-4);
}

TEST_CASE("damping of joints does not let contact lag behind in a step of the plugin") {
  const double damping = GENERATE(0, 100, 1000);
  CAPTURE(damping);
  PlateOnBall described;
  described.joints =
      R"(<joint type="slide" axis="0 0 1" damping=")" + std::to_string(damping) + R"("/>)";
  PlateWorld world(described, 1900);
  world.run(1);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-9));
  const double before = world.trial.data->qpos[0];
  // Half of the load more presses it in by a tenth of a millimetre, against which damping is weak.
  world.trial.data->xfrc_applied[6 * world.trial.body("plate") + 2] -= 950;
  world.plugin.step();
  const double after_one_step = world.trial.data->qpos[0];
  world.run(1);
  const double rest = world.trial.data->qpos[0];
  CHECK(world.applied() == Approx(world.weight + 950).epsilon(1e-9));
  CHECK(rest < before - 5e-5);
  CHECK(std::abs(after_one_step - rest) < 0.05 * std::abs(rest - before));
  CHECK(world.trial.model->dof_damping[0] == damping);
}

#if mjVERSION_HEADER >= 340
TEST_CASE("bodies fall as MuJoCo lets them where damping of joints is disabled, or explicit") {
  const int disabled = GENERATE(mjDSBL_DAMPER, mjDSBL_EULERDAMP, 0);
  CAPTURE(disabled);
  PlateOnBall described;
  described.joints = R"(<joint type="slide" axis="0 0 1" damping="3"/>)";
  described.gap = 1;
  PlateWorld world(described);
  TrialModel alone(described.mjcf());
  world.trial.model->opt.disableflags = alone.model->opt.disableflags = disabled;
  for (int step = 0; step < 48; ++step) {
    world.plugin.step();
    mj_step(alone.model, alone.data);
  }
  CHECK(world.trial.data->qvel[0] < -0.5);
  CHECK(world.trial.data->qvel[0] == Approx(alone.data->qvel[0]).epsilon(1e-9));
}
#endif

}  // namespace condyle::mujoco
