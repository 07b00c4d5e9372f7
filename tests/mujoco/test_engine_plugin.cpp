// The library that MuJoCo loads itself, from version 3 on: models that name layers, contacts,
// ligaments and sensors in <extension> and <sensor>, stepped by mj_step() alone.
#include <fmt/core.h>

#include <catch2/catch.hpp>

#ifdef CONDYLE_PLUGIN_LIBRARY
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr double k_ball_weight = 0.4 * 9.81;

void load_plugin() {
  static const bool is_loaded = (mj_loadPluginLibrary(CONDYLE_PLUGIN_LIBRARY), true);
  (void)is_loaded;
}

std::string config(const char* key, const std::string& value) {
  return fmt::format(R"(<config key="{}" value="{}"/>)", key, value);
}

std::string layer(const char* geom, const char* modulus) {
  return fmt::format(R"(<instance name="layer of {0}">{1}{2}{3}{4}{5}</instance>)", geom,
                     config("geom", geom), config("elastic_modulus", modulus),
                     config("poissons_ratio", "0.45"), config("thickness", "0.01"),
                     config("longest_edge", "0.003"));
}

/// A ball on a pad, as in test_sensors.cpp.
std::string ball_model(const std::string& layers, const std::string& sensors) {
  return fmt::format(R"(<mujoco><option cone="elliptic" timestep="0.002"/>
    <extension>
      <plugin plugin="condyle.contact"><instance name="rest">{}</instance></plugin>
      <plugin plugin="condyle.layer">{}</plugin>
      <plugin plugin="condyle.pressure"/><plugin plugin="condyle.taxels"/>
    </extension>
    <worldbody>
      <geom name="pad" type="box" size="0.04 0.03 0.01" pos="0 0 -0.01"/>
      <site name="skin" type="box" size="0.04 0.03 0.001"/>
      <body name="ball" pos="0.013 -0.009 0.0299"><freejoint/>
        <geom name="ball" size="0.03" mass="0.4"/></body>
    </worldbody><sensor>{}</sensor></mujoco>)",
                     config("casting", "pad") + config("target", "ball") + config("lumped", "0") +
                         config("dissipation", "2") + config("static_coefficient", "0.3") +
                         config("dynamic_coefficient", "0.3"),
                     layers, sensors);
}

std::string sensor(const char* name, const char* plugin, const std::string& config) {
  return fmt::format(R"(<plugin name="{}" plugin="{}">{}</plugin>)", name, plugin, config);
}

const std::string k_push =
    sensor("push", "condyle.pressure", config("measures", "force") + config("geom", "pad"));
const std::string k_skin = sensor(
    "skin", "condyle.taxels",
    config("geom", "pad") + config("site", "skin") + config("rows", "6") + config("columns", "8"));

std::vector<double> read(const mjModel& model, const mjData& data, const char* name) {
  const int id = mj_name2id(&model, mjOBJ_SENSOR, name);
  REQUIRE(id >= 0);
  const mjtNum* const first = data.sensordata + model.sensor_adr[id];
  return {first, first + model.sensor_dim[id]};
}

}  // namespace

TEST_CASE("engine plugin: a model alone has layers, contact and sensors") {
  load_plugin();
  TrialModel trial(ball_model(layer("pad", "5e5") + layer("ball", "1e9"), k_push + k_skin));
  for (int step = 0; step < 400; ++step) mj_step(trial.model, trial.data);
  CHECK(read(*trial.model, *trial.data, "push")[2] == Approx(-k_ball_weight).epsilon(1e-3));
  const std::vector<double> skin = read(*trial.model, *trial.data, "skin");
  REQUIRE(skin.size() == 48);
  CHECK(std::accumulate(skin.begin(), skin.end(), 0.0) * 1e-4 ==
        Approx(k_ball_weight).epsilon(6e-3));
  CHECK(skin[2 * 8 + 5] > 1e4);
}

TEST_CASE("engine plugin: the model of the page feels its mug") {
  load_plugin();
  const auto page = std::filesystem::path(__FILE__).parent_path() / "../../docs/mujoco.md";
  std::ifstream in(page);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::string fence = "```";
  const std::size_t start = text.rfind(fence + "xml\n", text.find("<extension>\n"));
  REQUIRE(start != std::string::npos);
  TrialModel trial(text.substr(start + 7, text.find(fence, start + 7) - start - 7));
  for (int step = 0; step < 500; ++step) mj_step(trial.model, trial.data);
  const std::vector<double> skin = read(*trial.model, *trial.data, "skin");
  REQUIRE(skin.size() == 16);
  // Cells of 25 x 25 mm, of coarse triangles that do not cast.
  CHECK(std::accumulate(skin.begin(), skin.end(), 0.0) * 6.25e-4 ==
        Approx(0.35 * 9.81).epsilon(0.1));
}

TEST_CASE("engine plugin: a mocap body lifts what lies on it") {
  load_plugin();
  std::string text = ball_model(layer("pad", "1e6") + layer("ball", "1e9"), k_push);
  const std::string pad = R"(<geom name="pad" type="box" size="0.04 0.03 0.01" pos="0 0 -0.01"/>)";
  text.replace(text.find(pad), pad.size(), R"(<body mocap="true">)" + pad + "</body>");
  TrialModel trial(text);
  mjData& data = *trial.data;
  for (int step = 0; step < 500; ++step) mj_step(trial.model, &data);
  const double height = data.qpos[2];
  for (int step = 0; step < 1000; ++step) {
    data.mocap_pos[2] += 0.01 * trial.model->opt.timestep;
    mj_step(trial.model, &data);
  }
  CHECK(data.qpos[2] == Approx(height + 0.02).margin(1e-5));
  for (int step = 0; step < 500; ++step) mj_step(trial.model, &data);
  CHECK(data.qpos[2] == Approx(height + 0.02).margin(1e-7));
  CHECK(read(*trial.model, data, "push")[2] == Approx(-k_ball_weight).epsilon(1e-3));
}

TEST_CASE("engine plugin: copies go on as the data does, and a reset starts anew") {
  load_plugin();
  TrialModel trial(ball_model(layer("pad", "5e5") + layer("ball", "1e9"), k_push));
  std::vector<double> first;
  for (int step = 0; step < 60; ++step) {
    mj_step(trial.model, trial.data);
    first.push_back(trial.data->qpos[2]);
  }
  mjData* const copy = mj_copyData(nullptr, trial.model, trial.data);
  for (int step = 0; step < 20; ++step) {
    mj_step(trial.model, trial.data);
    mj_step(trial.model, copy);
    CHECK(copy->qpos[2] == trial.data->qpos[2]);
    CHECK(read(*trial.model, *copy, "push") == read(*trial.model, *trial.data, "push"));
  }
  mj_deleteData(copy);
  mj_resetData(trial.model, trial.data);
  for (const double height : first) {
    mj_step(trial.model, trial.data);
    CHECK(trial.data->qpos[2] == Approx(height).epsilon(1e-12));
  }
}

TEST_CASE("engine plugin: the viewer's scene shows the pressure") {
  load_plugin();
  TrialModel trial(ball_model(layer("pad", "5e5") + layer("ball", "1e9"), k_push));
  for (int step = 0; step < 100; ++step) mj_step(trial.model, trial.data);
  mjvScene scene;
  mjv_defaultScene(&scene);
  mjv_makeScene(trial.model, &scene, 5000);
  mjvOption option;
  mjv_defaultOption(&option);
  mjvCamera camera;
  mjv_defaultCamera(&camera);
  mjv_updateScene(trial.model, trial.data, &option, nullptr, &camera, mjCAT_ALL, &scene);
  int triangles = 0;
  for (int i = 0; i < scene.ngeom; ++i) triangles += scene.geoms[i].type == mjGEOM_TRIANGLE;
  CHECK(triangles > 20);
  mjv_freeScene(&scene);
}

TEST_CASE("engine plugin: a ligament carries a weight") {
  load_plugin();
  TrialModel trial(fmt::format(R"(<mujoco><option timestep="0.002"/>
    <extension><plugin plugin="condyle.ligament"><instance name="rope">{}</instance></plugin>
    </extension>
    <worldbody><site name="top" pos="0 0 1"/>
      <body pos="0 0 0.5"><joint type="slide" axis="0 0 1" damping="1"/>
        <geom size="0.02" mass="2"/><site name="weight"/></body>
    </worldbody>
    <tendon><spatial name="rope"><site site="top"/><site site="weight"/></spatial></tendon>
    </mujoco>)",
                               config("tendon", "rope") + config("linear_stiffness", "1e4") +
                                   config("slack_length", "0.5") +
                                   config("damping_coefficient", "100")));
  for (int step = 0; step < 2000; ++step) mj_step(trial.model, trial.data);
  // Tension 1e4 N per unit strain, past the toe region of 0.06: strain W / k + 0.03.
  CHECK(-trial.data->qpos[0] == Approx(0.5 * (2 * 9.81 / 1e4)).margin(0.5 * 0.03));
  CHECK(std::abs(trial.data->qvel[0]) < 1e-6);
}

TEST_CASE("engine plugin: what a model says wrongly is refused when it is loaded") {
  using Catch::Contains;
  load_plugin();
  const auto refused = [](const std::string& layers, const std::string& sensors,
                          const auto& message) {
    CHECK_THROWS_WITH(TrialModel(ball_model(layers, sensors)), message);
  };
  const std::string layers = layer("pad", "5e5") + layer("ball", "1e9");
  refused(layer("cup", "5e5"), "", Contains("no geom 'cup'") && Contains("layer of cup"));
  std::string apart = ball_model(layers, "");
  const std::string pad = "name=\"pad\" type=\"box\"";
  apart.replace(apart.find(pad), pad.size(), pad + R"( contype="0" conaffinity="0")");
  CHECK_THROWS_WITH(TrialModel(apart), Contains("'pad' and 'ball' apart"));
  refused(layer("pad", "5e5"), "", Contains("no two can touch"));
  refused(layer("pad", "soft"), "", Contains("elastic_modulus") && Contains("a number"));
  refused(layers, sensor("s", "condyle.pressure", config("measures", "heat")),
          Contains("one of force, moment"));
  refused(layers, sensor("s", "condyle.pressure", config("warmth", "1")), Contains("warmth"));
}

}  // namespace condyle::mujoco
#else
TEST_CASE("engine plugin: skipped with a MuJoCo that has none") {
  WARN("SKIPPED: this MuJoCo loads no engine plugins; give a later one by MUJOCO_DIR");
}
#endif
