#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "condyle/condyle.h"
#include "condyle/mujoco/model_texts.h"
#include "condyle/world/taxel_grid.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

constexpr double k_weight = 0.4 * 9.81;
/// Friction and damping, with which the ball comes to rest.
constexpr const char* k_rests =
    "static_coefficient=0.3 dynamic_coefficient=0.3 dissipation=2 lumped=0";
constexpr double k_x = 0.013, k_y = -0.009;  ///< where the ball lies on the pad [m]

std::string sensor_text(const char* name, const std::string& data) {
  return fmt::format(R"(<text name="condyle.sensor.{}" data="{}"/>)", name, data);
}

std::string user_sensor(const char* name, int dimension, const char* more = "needstage=\"acc\"") {
  return fmt::format(
      R"(<user name="{}" objtype="geom" objname="pad" datatype="real" dim="{}" {}/>)", name,
      dimension, more);
}

/// A ball of 0.4 kg on a fixed pad of 80 x 60 mm, whose upper side is at height 0. The site "skin"
/// is that side; the site "tilted" lies elsewhere, turned by a quarter about x.
std::string pad_model(const std::string& texts, const std::string& sensors,
                      const char* more_bodies = "") {
  return fmt::format(R"(<mujoco><option cone="elliptic" timestep="0.002"/>
    <size nconmax="600" njmax="2500"/>
    <custom>
      <text name="condyle.layer.pad" data="elastic_modulus=5e5 poissons_ratio=0.45 thickness=0.01
        longest_edge=0.003"/>
      <text name="condyle.layer.ball" data="elastic_modulus=1e9 poissons_ratio=0.3 thickness=0.01"/>
      <text name="condyle.pair.rest" data="casting=pad target=ball {}"/>{}
    </custom>
    <worldbody>
      <geom name="pad" type="box" size="0.04 0.03 0.01" pos="0 0 -0.01"/>
      <site name="skin" type="box" size="0.04 0.03 0.001"/>
      <site name="tilted" pos="0.1 0 0.05" euler="90 0 0"/>
      <site name="round" type="sphere" size="0.03"/>
      <body name="ball" pos="{} {} 0.0299"><freejoint/>
        <geom name="ball" type="sphere" size="0.03" mass="0.4"/></body>{}
    </worldbody><sensor>{}</sensor></mujoco>)",
                     k_rests, texts, k_x, k_y, more_bodies, sensors);
}

Vector3d three(std::span<const double> values) {
  REQUIRE(values.size() == 3);
  return {values[0], values[1], values[2]};
}

std::span<const mjtNum> shown(const TrialModel& trial, const char* name) {
  const int id = mj_name2id(trial.model, mjOBJ_SENSOR, name);
  REQUIRE(id >= 0);
  return {trial.data->sensordata + trial.model->sensor_adr[id],
          static_cast<std::size_t>(trial.model->sensor_dim[id])};
}

}  // namespace

TEST_CASE("sensors of the model tell the force, moment, pressure, area and centre of a contact") {
  TrialModel trial(
      pad_model(sensor_text("push", "measures=force geom=pad") +
                    sensor_text("tip", "measures=moment geom=pad") +
                    sensor_text("peak", "measures=peak_pressure geom=pad") +
                    sensor_text("area", "measures=area geom=ball") +
                    sensor_text("centre", "measures=centre geom=pad") +
                    sensor_text("skin", "measures=taxels geom=pad site=skin rows=6 columns=8"),
                user_sensor("push", 3) + user_sensor("tip", 3) + user_sensor("peak", 1) +
                    user_sensor("area", 1) + user_sensor("centre", 3) + user_sensor("skin", 48)));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_from_model();
  const bool by_plugin = GENERATE(true, false);
  for (int step = 0; step < 400; ++step) {
    if (by_plugin)
      plugin.step();
    else
      mj_step(trial.model, trial.data);
  }
  plugin.update();
  const Vector3d centre = three(plugin.readings("centre"));
  const Wrench& applied = plugin.pairs()[0].F_casting_W;
  CHECK((three(plugin.readings("push")) - applied.force).norm() < 1e-12 * k_weight);
  CHECK((three(plugin.readings("push")) - Vector3d(0, 0, -k_weight)).norm() < 2e-3 * k_weight);
  // About the pad's centre, from the upper side.
  const Vector3d ball = Eigen::Map<const Vector3d>(trial.data->geom_xpos + 3 * trial.geom("ball"));
  const Vector3d moment = Vector3d(ball.x(), ball.y(), 0.01).cross(applied.force);
  CHECK((three(plugin.readings("tip")) - moment).norm() < 1e-2 * moment.norm());
  CHECK((centre - Vector3d(ball.x(), ball.y(), 0)).norm() < 1e-4);
  const ContactStatistics& total = plugin.pairs()[0].result().total;
  CHECK(plugin.readings("peak")[0] == Approx(total.max_pressure).epsilon(1e-6));
  CHECK(plugin.readings("area")[0] == Approx(total.contact_area).epsilon(1e-6));
  double force = 0;
  for (const double pressure : plugin.readings("skin")) force += pressure * 1e-4;
  // The pressure acts along the ball's normals.
  CHECK(force == Approx(k_weight).epsilon(6e-3));
  // 10 x 10 mm cells, row by row from -y and -x: the ball lies over row 2, column 5.
  CHECK(plugin.readings("skin")[2 * 8 + 5] > 0.1 * total.max_pressure);
  CHECK(plugin.readings("skin")[0] == 0);
  for (const char* const name : {"push", "tip", "peak", "area", "centre", "skin"}) {
    INFO(name);
    CHECK(std::ranges::equal(shown(trial, name), plugin.readings(name)));
  }
}

TEST_CASE("sensors that the model does not know are read in mj_step() too") {
  TrialModel trial(pad_model("", ""));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_from_model();
  plugin.add_sensor("push", {.measures = Measure::force, .geom = "pad", .against = {}, .site = {}});
  for (int step = 0; step < 400; ++step) {
    mj_step(trial.model, trial.data);
    plugin.update();
  }
  CHECK((three(plugin.readings("push")) - Vector3d(0, 0, -k_weight)).norm() < 2e-3 * k_weight);
}

TEST_CASE("a sensor with a site gives its vectors in the frame of the site") {
  TrialModel trial(pad_model("", ""));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_from_model();
  const auto sensor = [&](const char* name, Measure measures, const char* geom, const char* site) {
    plugin.add_sensor(name, {.measures = measures, .geom = geom, .against = {}, .site = site});
  };
  for (const auto& [measures, word] :
       {std::pair(Measure::force, "force"), std::pair(Measure::moment, "moment"),
        std::pair(Measure::centre, "centre")}) {
    sensor(word, measures, "ball", "");
    sensor((std::string(word) + " tilted").c_str(), measures, "ball", "tilted");
  }
  for (int step = 0; step < 300; ++step) plugin.step();
  // The site's x is the world's, its y is up, its z is the world's -y.
  const auto turned = [](const Vector3d& v) { return Vector3d(v.x(), v.z(), -v.y()); };
  const Vector3d site(0.1, 0, 0.05);
  const Vector3d force = three(plugin.readings("force")), centre = three(plugin.readings("centre"));
  CHECK(force.z() == Approx(k_weight).epsilon(2e-3));
  CHECK((three(plugin.readings("force tilted")) - turned(force)).norm() < 1e-9);
  CHECK((three(plugin.readings("centre tilted")) - turned(centre - site)).norm() < 1e-9);
  const Vector3d ball = Eigen::Map<const Vector3d>(trial.data->geom_xpos + 3 * trial.geom("ball"));
  const Vector3d about_site = three(plugin.readings("moment")) + (ball - site).cross(force);
  CHECK((three(plugin.readings("moment tilted")) - turned(about_site)).norm() < 1e-9);
  CHECK((centre - Vector3d(ball.x(), ball.y(), 0)).norm() < 3e-4);
}

TEST_CASE("a sensor adds up the pairs of its geom, or takes the one against another geom") {
  TrialModel trial(pad_model(
      R"(<text name="condyle.layer.second"
        data="elastic_modulus=1e9 poissons_ratio=0.3 thickness=0.01"/>
        <text name="condyle.pair.both" data="casting=pad target=second side=both
          dissipation=2 lumped=0 static_coefficient=0.3 dynamic_coefficient=0.3"/>)",
      "", R"(<body pos="-0.03 0.005 0.0099"><freejoint/>
        <geom name="second" type="sphere" size="0.01" mass="0.2"/></body>)"));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_from_model();
  plugin.add_sensor("all", {.measures = Measure::force, .geom = "pad", .against = {}, .site = {}});
  plugin.add_sensor("one",
                    {.measures = Measure::force, .geom = "pad", .against = "second", .site = {}});
  plugin.add_sensor("area",
                    {.measures = Measure::area, .geom = "second", .against = {}, .site = {}});
  plugin.add_sensor("skin", {.measures = Measure::taxels,
                             .geom = "pad",
                             .against = "second",
                             .site = "skin",
                             .rows = 3,
                             .columns = 4});
  for (int step = 0; step < 400; ++step) plugin.step();
  REQUIRE(plugin.pairs().size() == 3);
  CHECK(three(plugin.readings("all")).z() == Approx(-1.5 * k_weight).epsilon(1e-4));
  CHECK(three(plugin.readings("one")).z() == Approx(-0.5 * k_weight).epsilon(1e-4));
  // Both sides cast, each for half: the pressure on a cell is their mean.
  double force = 0;
  for (const double pressure : plugin.readings("skin")) force += pressure * 4e-4;
  CHECK(force == Approx(0.5 * k_weight).epsilon(0.05));
  double area = 0;  // likewise
  for (const PairReport& pair : plugin.pairs())
    if (pair.contact_pair().share() == 0.5) area += 0.5 * pair.result().total.contact_area;
  CHECK(plugin.readings("area")[0] == Approx(area).epsilon(1e-12));
}

TEST_CASE("a sensor reads 0 where nothing touches, and once its collider is gone") {
  TrialModel trial(pad_model("", ""));
  Plugin plugin(*trial.model, *trial.data);
  const ColliderId pad = plugin.add_from_model().colliders[0];
  for (const auto& [name, measures] :
       {std::pair("force", Measure::force), std::pair("centre", Measure::centre)})
    plugin.add_sensor(name, {.measures = measures, .geom = "pad", .against = {}, .site = {}});
  for (int step = 0; step < 50; ++step) plugin.step();
  CHECK(three(plugin.readings("force")).norm() > 0);
  SECTION("lifted") { trial.data->qpos[2] = 1; }
  SECTION("removed") { plugin.remove_collider(pad); }
  plugin.step();
  CHECK(three(plugin.readings("force")) == Vector3d(0, 0, 0));
  CHECK(three(plugin.readings("centre")) == Vector3d(0, 0, 0));
}

TEST_CASE("sensors in MuJoCo's data keep its cutoff, and the user's callback is still called") {
  static int called = 0;
  mjcb_sensor = [](const mjModel* model, mjData* data, int stage) {
    called += stage == mjSTAGE_ACC;
    data->sensordata[model->sensor_adr[1]] = 7;
  };
  const mjfSensor own = mjcb_sensor;
  {
    TrialModel trial(pad_model(
        sensor_text("push", "measures=force geom=pad"),
        user_sensor("push", 3, R"(cutoff="1.5" needstage="acc")") + user_sensor("mine", 1)));
    Plugin plugin(*trial.model, *trial.data);
    plugin.add_from_model();
    for (int step = 0; step < 300; ++step) plugin.step();
    CHECK(shown(trial, "push")[2] == -1.5);
    CHECK(plugin.readings("push")[2] == Approx(-k_weight).epsilon(1e-4));
    CHECK(shown(trial, "mine")[0] == 7);
    CHECK(called >= 300);
  }
  CHECK(mjcb_sensor == own);
  mjcb_sensor = nullptr;
}

TEST_CASE("a sensor that cannot be is refused by name, with what to do") {
  using Catch::Contains;
  const auto refused = [](const std::string& text, const std::string& sensor, const auto& message) {
    std::string model = pad_model(text, sensor);
    const std::string fine = "longest_edge=0.003";
    model.replace(model.find(fine), fine.size(), "longest_edge=0.02");  // nothing is pressed
    const std::string room = "njmax=\"2500\"";
    model.replace(model.find(room), room.size(), "njmax=\"50\"");
    TrialModel trial(model);
    Plugin plugin(*trial.model, *trial.data);
    CHECK_THROWS_WITH(plugin.add_from_model(), Contains("condyle.sensor.s") && message);
    CHECK_NOTHROW(plugin.add_collider(0, Layer{1e6, 0.3, 1e-3}));
  };
  const auto of = [](const char* data) { return sensor_text("s", data); };
  refused(of("geom=pad"), user_sensor("t", 3), Contains("no sensor 's'"));
  refused(of("geom=cup"), user_sensor("s", 3), Contains("no geom 'cup'"));
  refused(of("geom=pad against=cup"), user_sensor("s", 3), Contains("no geom 'cup'"));
  refused(of("geom=pad site=cup"), user_sensor("s", 3), Contains("no site 'cup'"));
  refused(of("geom=pad"), user_sensor("s", 2), Contains("2 numbers") && Contains("dim=\"3\""));
  refused(of("geom=pad"), user_sensor("s", 3, "needstage=\"pos\""), Contains("needstage=\"acc\""));
  refused(of("geom=pad"), R"(<accelerometer name="s" site="skin"/>)",
          Contains("measures something else"));
  refused(of("geom=pad measures=area"), R"(<touch name="s" site="skin"/>)",
          Contains("measures something else"));
  refused(of("geom=pad measures=heat"), user_sensor("s", 3), Contains("one of force, moment"));
  refused(of("geom=pad rows=3"), user_sensor("s", 3), Contains("rows and columns"));
  refused(of("geom=pad rows=3.5"), user_sensor("s", 3), Contains("whole number"));
  refused(of("geom=pad measures=taxels rows=2 columns=2"), user_sensor("s", 4), Contains("site="));
  refused(of("geom=pad measures=taxels site=round rows=2 columns=2"), user_sensor("s", 4),
          Contains("type=\"box\""));
  refused(of("geom=ball measures=taxels site=skin rows=2 columns=2"), user_sensor("s", 4),
          Contains("body of geom 'ball'"));
  refused(of("geom=pad measures=taxels site=skin rows=90 columns=90"), user_sensor("s", 8100),
          Contains("row 0, column 0"));
  refused(of("geom=pad measures=taxels site=skin"), user_sensor("s", 1), Contains("0 x 0 cells"));
}

TEST_CASE("a sensor's name stands once, and reading another is refused") {
  TrialModel trial(pad_model("", ""));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_from_model();
  const Sensor sensor{.measures = Measure::area, .geom = "pad", .against = {}, .site = {}};
  plugin.add_sensor("area", sensor);
  CHECK_THROWS_WITH(plugin.add_sensor("area", sensor), Catch::Contains("'area'"));
  CHECK_THROWS_WITH(plugin.readings("volume"), Catch::Contains("no sensor 'volume'"));
}

TEST_CASE("a sensor is written as the text that a model reads") {
  const Sensor sensor{.measures = Measure::taxels,
                      .geom = "pad",
                      .against = "cup",
                      .site = "skin",
                      .rows = 16,
                      .columns = 8};
  CHECK(text_of(sensor) == "measures=taxels geom=pad against=cup site=skin rows=16 columns=8");
  CHECK_THROWS_AS(text_of(Sensor{.geom = "left pad", .against = {}, .site = {}}), InputError);
}

// Prints the time of a skin beside that of the step, medians of one run.
TEST_CASE("time of 16 x 16 taxels", "[.time]") {
  const auto median = [](const auto& call) {
    std::vector<double> times;
    for (int i = 0; i < 501; ++i) {
      const auto start = std::chrono::steady_clock::now();
      call();
      const std::chrono::duration<double, std::micro> passed =
          std::chrono::steady_clock::now() - start;
      times.push_back(passed.count());
    }
    std::ranges::nth_element(times, times.begin() + 250);
    return times[250];
  };
  TrialModel trial(
      pad_model(sensor_text("skin", "measures=taxels geom=pad site=skin rows=16 columns=16"),
                user_sensor("skin", 256)));
  Plugin plugin(*trial.model, *trial.data);
  const ColliderId pad = plugin.add_from_model().colliders[0];
  for (int step = 0; step < 300; ++step) plugin.step();
  const double step = median([&] { plugin.step(); });
  const double in_mj_step = median([&] { mj_sensorAcc(trial.model, trial.data); });
  plugin.step();
  TaxelGrid grid(plugin.surface(pad), Pose(Eigen::Translation3d(0, 0, 0.01)), {0.08, 0.06}, 16, 16);
  const PairReport& pair = plugin.pairs()[0];
  pair.casting_map();
  const double of_map = median([&] {
    grid.clear();
    grid.add(pair, pad);
  });
  fmt::print(
      "{} of {} triangles touch: step {:.1f} us; taxels from the map {:.1f} us, with the map "
      "{:.1f} us\n",
      pair.touching_triangles(), plugin.surface(pad).triangle_count(), step, of_map, in_mj_step);
  CHECK(in_mj_step < 0.25 * step);  // some 13 us of 230 on an EPYC 9004
}

}  // namespace condyle::mujoco
