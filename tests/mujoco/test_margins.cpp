// How far MuJoCo looks for contact of registered geoms, and what becomes of the user's margins.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {
namespace {

using Catch::Contains;

const Layer k_layer{.elastic_modulus = 1e8, .poissons_ratio = 0.3, .thickness = 3e-3};

/// Two balls of 30 mm that meet at 80 m/s, ten times their radius in a step.
std::string balls_that_meet(const std::string& flag, const std::string& more,
                            const std::string& options) {
  return R"(<mujoco><option timestep="0.004" gravity="0 0 0" cone="elliptic" )" + options + ">" +
         flag +
         R"(</option>
    <worldbody>
      <body pos="-1 0 0"><freejoint/><geom name="left" size="0.03" mass="0.1"/></body>
      <body pos="1 0 0"><freejoint/><geom name="right" size="0.03" mass="0.1"/></body>
    </worldbody>)" +
         more + "</mujoco>";
}

/// How fast the right ball goes to the right after they have met [m/s].
double speed_after_meeting(const std::string& flag, const std::string& more,
                           const std::string& options = "") {
  TrialModel trial(balls_that_meet(flag, more, options));
  Plugin plugin(*trial.model, *trial.data);
  plugin.add_collider(trial.geom("left"), k_layer);
  plugin.add_collider(trial.geom("right"), k_layer);
  trial.data->qvel[0] = 40;
  trial.data->qvel[6] = -40;
  for (int step = 0; step < 20; ++step) plugin.step();
  CHECK(trial.data->qvel[0] + trial.data->qvel[6] == Approx(0).margin(1e-9));  // momentum
  return trial.data->qvel[6];
}

/// What MuJoCo has of a model's motion and contact.
struct Course {
  std::vector<double> coordinates, distances, margins;
};

void check_near(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  // Sums of margins are rounded, by some 1e-18 m, which contact makes more of in 300 steps.
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(found[i] == Approx(expected[i]).epsilon(0).margin(1e-10));
}

Course course_of(const mjModel& model, mjData& data, int steps) {
  Course course;
  for (int step = 0; step < steps; ++step) {
    mj_step(&model, &data);
    course.coordinates.insert(course.coordinates.end(), data.qpos, data.qpos + model.nq);
    for (int i = 0; i < data.ncon; ++i) {
      if (data.contact[i].exclude != 0) continue;
      course.distances.push_back(data.contact[i].dist);
      course.margins.push_back(data.contact[i].includemargin);
    }
  }
  return course;
}

/// All margins of a model.
std::vector<double> margins_of(mjModel& model) {
  std::vector<double> all;
  const auto add = [&all](const mjtNum* values, int count) {
    all.insert(all.end(), values, values + count);
  };
  add(model.geom_margin, int_of(model.ngeom));
  add(model.geom_gap, int_of(model.ngeom));
  add(model.pair_margin, int_of(model.npair));
  add(model.pair_gap, int_of(model.npair));
  for (int body = 0; body < model.nbody; ++body)
    if (const mjtNum* const margin = margin_of_body(model, body)) all.push_back(*margin);
  return all;
}

/// A box, a mesh and a ball fall on things without a layer, and a ball far away has one too.
std::string own_contact(const std::string& of_floor, const std::string& of_ball,
                        const std::string& more) {
  return R"(<mujoco><option timestep="0.002"/>
    <asset><mesh name="wedge" vertex="0 0 0  0.1 0 0  0 0.1 0  0 0 0.1"/></asset>
    <worldbody>
      <geom name="floor" type="plane" size="2 2 0.1" )" +
         of_floor + R"(/>
      <geom name="step" type="mesh" mesh="wedge" pos="1 0 0" )" +
         of_floor + R"(/>
      <body pos="0 0 0.1"><freejoint/><geom name="ball" size="0.05" )" +
         of_ball + R"(/></body>
      <body pos="0 1 0.1"><freejoint/><geom name="box" type="box" size=".05 .04 .03" )" +
         of_ball + R"(/></body>
      <body pos="1 0 0.15"><freejoint/><geom name="wedge" type="mesh" mesh="wedge" )" +
         of_ball + R"(/></body>
      <body pos="0 -1.9 1"><geom name="other" size="0.05"/></body>
    </worldbody>)" +
         more + "</mujoco>";
}

}  // namespace

TEST_CASE("a <pair> of registered geoms is looked for as far as they move") {
  const double by_filters = speed_after_meeting("", "");
  CHECK(by_filters > 0);
  const std::string pair = R"(<contact><pair geom1="left" geom2="right"/></contact>)";
  CHECK(speed_after_meeting("", pair) == Approx(by_filters).epsilon(1e-9));  // order of geoms
  const std::string twice = R"(<contact><pair geom1="left" geom2="right"/>
                                        <pair geom1="right" geom2="left"/></contact>)";
  CHECK(speed_after_meeting("", twice) == Approx(by_filters).epsilon(1e-9));
}

TEST_CASE("options that take the place of margins are refused") {
  CHECK_THROWS_WITH(speed_after_meeting(R"(<flag override="enable"/>)", "", R"(o_margin="0.01")"),
                    Contains("override") && Contains("leave out"));
}

TEST_CASE("MuJoCo's own contact of registered geoms is that of the user's margins") {
  const auto [of_floor, of_ball, more] = GENERATE(table<std::string, std::string, std::string>(
      {{"", "", ""},
       {R"(margin="0.02")", "", ""},
       {R"(margin="0.02" gap="0.005")", "", ""},
       {"", R"(margin="0.02")", ""},
       {R"(margin="0.01")", R"(margin="0.02" gap="0.01")", ""},
       {"", "", R"(<contact><pair geom1="ball" geom2="floor" margin="0.02"/></contact>)"}}));
  CAPTURE(of_floor, of_ball, more);
  constexpr int k_steps = 300;
  TrialModel alone(own_contact(of_floor, of_ball, more));
  const Course expected = course_of(*alone.model, *alone.data, k_steps);
  REQUIRE_FALSE(expected.distances.empty());

  TrialModel trial(own_contact(of_floor, of_ball, more));
  const std::vector<double> before = margins_of(*trial.model);
  {
    Plugin plugin(*trial.model, *trial.data);
    for (const char* const geom : {"ball", "box", "wedge", "other"})
      plugin.add_collider(trial.geom(geom), k_layer);
    const Course found = course_of(*trial.model, *trial.data, k_steps);
    check_near(found.coordinates, expected.coordinates);
    check_near(found.distances, expected.distances);
    check_near(found.margins, expected.margins);
    if (of_floor.empty() && of_ball.empty()) CHECK(found.coordinates == expected.coordinates);
    CHECK(margins_of(*trial.model) != before);
    plugin.remove_collider(*plugin.collider(trial.geom("ball")));
    CHECK(trial.model->geom_margin[trial.geom("ball")] ==
          alone.model->geom_margin[trial.geom("ball")]);
  }
  CHECK(margins_of(*trial.model) == before);
}

TEST_CASE("margins are put back when the last data of a model has no plugin any more") {
  TrialModel trial(own_contact(R"(margin="0.02")", R"(margin="0.01" gap="0.01")",
                               R"(<contact><pair geom1="ball" geom2="box"/></contact>)"));
  const std::vector<double> before = margins_of(*trial.model);
  mjData* const second = mj_makeData(trial.model);
  {
    Plugin first(*trial.model, *trial.data);
    first.add_collider(trial.geom("ball"), k_layer);
    first.add_collider(trial.geom("box"), k_layer);
    auto other = std::make_unique<Plugin>(*trial.model, *second);
    other->add_collider(trial.geom("ball"), k_layer);
    other.reset();
    CHECK(trial.model->geom_gap[trial.geom("ball")] > 0.05);
    CHECK(trial.model->pair_gap[0] > 0.05);
  }
  CHECK(margins_of(*trial.model) == before);
  mj_deleteData(second);
}

}  // namespace condyle::mujoco
