#include <catch2/catch.hpp>
#include <cstdint>
#include <stdexcept>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/model_checks.h"

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
  TrialModel trial(R"(<mujoco><option><flag passive="disable"/></option></mujoco>)");
  CHECK_THROWS_WITH(Plugin(*trial.model, *trial.data), Contains("passive"));
}

TEST_CASE("a thread pool is refused by name; data without one, and of version 2, is not") {
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
  const std::string size = GENERATE(R"(nconmax="5" njmax="1500")", R"(nconmax="400" njmax="5")");
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

TEST_CASE("mj_step with much damping of joints stops, since contact would lag behind") {
  PlateOnBall described;
  described.joints = R"(<joint type="slide" axis="0 0 1" damping="100"/>)";
  PlateWorld world(described);
  mju_user_error = [](const char* message) { throw std::runtime_error(message); };
  CHECK_THROWS_WITH(mj_step(world.trial.model, world.trial.data), Contains("Plugin::step()"));
  mju_user_error = nullptr;
}

TEST_CASE("joints keep their damping where a callback of the user's throws in a step") {
  PlateOnBall described;
  described.joints = R"(<joint type="slide" axis="0 0 1" damping="100"/>)";
  described.more =
      R"(<sensor><user objtype="body" objname="plate" dim="1" datatype="real" needstage="acc"/></sensor>)";
  PlateWorld world(described);
  mjcb_sensor = [](const mjModel* model, mjData*, int) {
    if (model->dof_damping[0] == 0) throw std::runtime_error("of the user's");
  };
  CHECK_THROWS_WITH(world.plugin.step(), Contains("of the user's"));
  mjcb_sensor = nullptr;
  CHECK(world.trial.model->dof_damping[0] == 100);
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
