#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/model_checks.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Catch::Contains;

void step_with(const std::string& options, double friction) {
  PlateOnBall described;
  described.options = options;
  described.friction = friction;
  PlateWorld world(described);
  world.run(0.1);
}

void step_with(const std::function<void(ContactSettings&)>& change) {
  PlateWorld world({});
  ContactSettings settings = PlateOnBall{}.settings();
  change(settings);
  world.plugin.set_contact(world.plate, world.ball, settings);
  world.run(0.1);
}

}  // namespace

TEST_CASE("options under which a step would not be the law's are refused by name") {
  CHECK_THROWS_WITH(step_with(R"(integrator="RK4")", 0), Contains("integrator"));
  CHECK_THROWS_WITH(step_with(R"(integrator="implicit")", 0), Contains("integrator"));
  CHECK_THROWS_WITH(step_with(R"(cone="pyramidal")", 0.3), Contains("cone"));
  CHECK_THROWS_WITH(step_with(R"(cone="elliptic" solver="PGS")", 0.3), Contains("PGS"));
  CHECK_THROWS_WITH(step_with(R"(cone="elliptic" noslip_iterations="3")", 0.3), Contains("noslip"));
  CHECK_NOTHROW(step_with(R"(cone="pyramidal" solver="PGS" iterations="300")", 0));
  CHECK_NOTHROW(step_with(R"(cone="elliptic" solver="CG")", 0.3));
#if mjVERSION_HEADER >= 300
  const char* const without_passive = R"(spring="disable" damper="disable")";
#else
  const char* const without_passive = R"(passive="disable")";
#endif
  TrialModel trial(fmt::format("<mujoco><option><flag {}/></option></mujoco>", without_passive));
  CHECK_THROWS_WITH(Plugin(*trial.model, *trial.data), Contains("passive"));
}

TEST_CASE("a thread pool is refused by name, data without one, and of version 2, is not") {
  struct WithPool {
    std::uintptr_t threadpool = 0;
  };
  CHECK_NOTHROW(require_one_thread(WithPool{}));
  CHECK_THROWS_WITH(require_one_thread(WithPool{1}), Contains("thread pool"));
  TrialModel trial("<mujoco/>");
  CHECK_NOTHROW(require_one_thread(*trial.data));
}

TEST_CASE("laws that rows do not know are refused by name") {
  const auto set = [](auto member, auto value) {
    return [=](ContactSettings& settings) { settings.*member = value; };
  };
  CHECK_THROWS_WITH(step_with(set(&ContactSettings::force_direction, ForceDirection::casting)),
                    Contains("casting normal") && Contains("'plate' on 'ball'"));
}

TEST_CASE("buffers that are too small are an error, not a wrong force") {
#if mjVERSION_HEADER >= 230
  const std::string size = GENERATE(R"(memory="24K")", R"(memory="36K")");
#else
  const std::string size = GENERATE(R"(nconmax="5" njmax="1500")", R"(nconmax="400" njmax="5")");
#endif
  PlateOnBall described;
  std::string mjcf = described.mjcf();
  mjcf.replace(mjcf.find(R"(nconmax="400" njmax="1500")"), 26, size);
  TrialModel trial(mjcf);
  Plugin plugin(*trial.model, *trial.data);
  const Layer layer{.elastic_modulus = 2.6e8, .poissons_ratio = 0, .thickness = 1e-3};
  plugin.add_collider(trial.geom("ball"), layer);
  plugin.add_collider(trial.geom("plate"),
                      std::make_shared<ContactSurface>(
                          mesh::make_box({0.08, 0.08, 0.01}, {40, 40, 4}), layer, "plate"));
  const auto run = [&] {
    for (int step = 0; step < 100; ++step) plugin.step();
  };
  CHECK_THROWS_WITH(run(), Contains("<size"));
}

namespace {

/// The plate on the ball, and boxes that rest on a floor by MuJoCo's own contact.
std::string beside_boxes(int contacts, int rows) {
  PlateOnBall described;
  described.more = R"(<worldbody><geom type="plane" size="5 5 1" pos="0 0 -1"/>
      <body pos="1 0 -0.9"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
      <body pos="2 0 -0.9"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    </worldbody>)";
  std::string mjcf = described.mjcf();
  const std::string size = R"(nconmax="400" njmax="1500")";
  return mjcf.replace(mjcf.find(size), size.size(),
                      fmt::format(R"(nconmax="{}" njmax="{}")", contacts, rows));
}

struct BesideBoxes {
  BesideBoxes(int contacts, int rows)
      : trial(beside_boxes(contacts, rows)), plugin(*trial.model, *trial.data) {
    const Layer layer{.elastic_modulus = 2.6e8, .poissons_ratio = 0, .thickness = 1e-3};
    plugin.add_collider(trial.geom("ball"), layer);
    plugin.add_collider(trial.geom("plate"), layer);
  }
  void run() {
    for (int step = 0; step < 20; ++step) plugin.step();
  }

  TrialModel trial;
  Plugin plugin;
};

}  // namespace

// Later versions have one memory for all, of which a model cannot say how many contacts it has.
#if mjVERSION_HEADER < 230
TEST_CASE("MuJoCo's own contacts that find no room are an error too") {
  int contacts = 0, rows = 0;
  {
    BesideBoxes world(400, 1500);
    world.run();
    contacts = world.trial.data->maxuse_con;
    rows = world.trial.data->maxuse_efc;
    const int boxes = 8;
    REQUIRE(contacts > boxes);
  }
  CHECK_NOTHROW(BesideBoxes(contacts, rows).run());
  for (const int lacking : {1, 4, 8}) {
    CHECK_THROWS_WITH(BesideBoxes(contacts - lacking, rows).run(),
                      Contains("no room") && Contains(k_more_room));
    CHECK_THROWS_WITH(BesideBoxes(contacts, rows - lacking).run(),
                      Contains("rows") && Contains(k_more_room));
  }
}

TEST_CASE("mj_step stops where MuJoCo's own contacts find no room") {
  BesideBoxes world(400, 1500);
  world.run();
  BesideBoxes tight(world.trial.data->maxuse_con - 1, 1500);
  mju_user_error = [](const char* message) { throw std::runtime_error(message); };
  const auto run = [&] {
    for (int step = 0; step < 20; ++step) mj_step(tight.trial.model, tight.trial.data);
  };
  CHECK_THROWS_WITH(run(), Contains(k_more_room));
  mju_user_error = nullptr;
}
#endif

TEST_CASE("warnings of MuJoCo after which numbers mean nothing are errors that name the place") {
  PlateOnBall described;
  SECTION("a control that is not finite, which MuJoCo sets to 0") {
    described.more = R"(<actuator><motor name="lift" joint="up"/></actuator>)";
    described.joints = R"(<joint name="up" type="slide" axis="0 0 1"/>)";
    PlateWorld world(described);
    world.trial.data->ctrl[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(world.plugin.step(), Contains("'lift'"));
    world.trial.data->ctrl[0] = 0;
    CHECK_NOTHROW(world.plugin.step());
  }
#if mjVERSION_HEADER < 300  // later versions let them both turn
  SECTION("two joints that do the same") {
    described.joints = R"(<joint name="a" type="hinge" axis="0 0 1"/>
        <joint name="b" type="hinge" axis="0 0 1"/>)";
    PlateWorld world(described);
    CHECK_THROWS_WITH(world.plugin.step(), Contains("inertia") && Contains("joint '"));
  }
#endif
  SECTION("an acceleration that a step of MuJoCo's sets back") {
    PlateWorld world(described, -1e12);  // off the ball
    CHECK_THROWS_WITH(world.plugin.step(), Contains("1e+10"));
  }
  SECTION("but not what MuJoCo warned of before") {
    PlateWorld world(described);
    mj_warning(world.trial.data, mjWARN_CONTACTFULL, 0);
    CHECK_NOTHROW(world.run(0.01));
  }
}

TEST_CASE("mj_step with much damping of joints stops, since contact would lag behind") {
  PlateOnBall described;
  described.joints = R"(<joint type="slide" axis="0 0 1" damping="100"/>)";
  PlateWorld world(described);
  mju_user_error = [](const char* message) { throw std::runtime_error(message); };
  CHECK_THROWS_WITH(mj_step(world.trial.model, world.trial.data), Contains("Plugin::step()"));
  mju_user_error = nullptr;
}

TEST_CASE("callbacks of the user's see the damping of joints in all of a step") {
  PlateOnBall described;
  described.joints = R"(<joint type="slide" axis="0 0 1" damping="100"/>)";
  described.more =
      R"(<sensor><user objtype="body" objname="plate" dim="1" datatype="real" needstage="acc"/></sensor>)";
  PlateWorld world(described);
  mjcb_sensor = [](const mjModel* model, mjData*, int) {
    if (model->dof_damping[0] != 100) throw std::runtime_error("damping is gone");
  };
  CHECK_NOTHROW(world.plugin.step());
  mjcb_sensor = nullptr;
}

TEST_CASE("strands without limits, which lend them rows, are refused") {
  TrialModel trial(R"(<mujoco><worldbody><site name="top" pos="0 0 1"/>
      <body pos="0 0 0.8"><freejoint/><geom size="0.02"/><site name="bottom"/></body></worldbody>
      <tendon><spatial><site site="top"/><site site="bottom"/></spatial></tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const ligament::Strand strand{.name = "rope", .linear_stiffness = 5e4, .slack_length = 0.2};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = {0, 0, 1}}, {.body = 1, .p_B = Eigen::Vector3d::Zero()}};
  const int bodies[] = {0, 1};
  trial.model->opt.disableflags |= mjDSBL_LIMIT;
  CHECK_THROWS_WITH(plugin.add_strand(strand, 0, bodies, path), Contains("limit=\"disable\""));
  trial.model->opt.disableflags = 0;
  plugin.add_strand(strand, 0, bodies, path);
  CHECK_NOTHROW(plugin.step());
  trial.model->opt.disableflags |= mjDSBL_LIMIT;
  CHECK_THROWS_WITH(plugin.step(), Contains("limit=\"disable\""));
}

#if mjVERSION_HEADER >= 340
TEST_CASE("bodies that may sleep are refused") {
  PlateOnBall described;
  PlateWorld world(described);
  world.trial.model->opt.enableflags |= mjENBL_SLEEP;
  CHECK_THROWS_WITH(world.plugin.step(), Contains("sleep"));
  CHECK_THROWS_WITH(
      [] {
        TrialModel trial(R"(<mujoco><option><flag sleep="enable"/></option></mujoco>)");
        Plugin plugin(*trial.model, *trial.data);
      }(),
      Contains("leave out") && Contains("sleep"));
}
#endif

#if mjVERSION_HEADER >= 3011000
TEST_CASE("damping of joints by powers or by an actuator is refused, unless it is explicit") {
  PlateOnBall described;
  SECTION("powers") { described.joints = R"(<joint type="slide" axis="0 0 1" damping="1 2"/>)"; }
  SECTION("actuator") {
    described.joints = R"(<joint name="up" type="slide" axis="0 0 1"/>)";
    described.more = R"(<actuator><motor joint="up" damping="1"/></actuator>)";
  }
  PlateWorld world(described);
  CHECK_THROWS_WITH(world.plugin.step(), Contains("Joint") && Contains("one coefficient"));
  world.trial.model->opt.disableflags |= mjDSBL_EULERDAMP;
  CHECK_NOTHROW(world.plugin.step());
}
#endif

TEST_CASE("a time step that is no time is refused, and nothing moves") {
  PlateWorld world({});
  world.run(0.01);
  const double time = world.trial.data->time, height = world.trial.data->qpos[0];
  for (const double step : {0.0, -0.001, std::nan(""), HUGE_VAL}) {
    world.trial.model->opt.timestep = step;
    CHECK_THROWS_WITH(world.plugin.step(), Contains("time step"));
    CHECK(world.trial.data->time == time);
    CHECK(world.trial.data->qpos[0] == height);
  }
}

TEST_CASE("what cannot be registered is refused by name") {
  PlateWorld world({});
  const Layer layer{.elastic_modulus = 1e6, .poissons_ratio = 0.3, .thickness = 1e-3};
  CHECK_THROWS_WITH(world.plugin.add_collider(7, layer), Contains("no geom 7"));
  CHECK_THROWS_WITH(world.plugin.add_collider(world.trial.geom("ball"), layer),
                    Contains("registered already"));
  CHECK_THROWS_WITH(Plugin(*world.trial.model, *world.trial.data), Contains("already"));
  const ligament::Strand strand{.name = "acl", .linear_stiffness = 1e3, .slack_length = 0.1};
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = Eigen::Vector3d::Zero()},
                 {.body = 1, .p_B = Eigen::Vector3d::UnitZ()}};
  const int bodies[] = {0, 1};
  CHECK_THROWS_WITH(world.plugin.add_strand(strand, 0, bodies, path),
                    Contains("'acl'") && Contains("tendon 0"));
}

}  // namespace condyle::mujoco
