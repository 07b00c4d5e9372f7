#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

using Json = nlohmann::json;

std::vector<double> list(const mjtNum* values, long count) { return {values, values + count}; }

/// MuJoCo's contacts, with the rows that Condyle has set and the forces that MuJoCo found.
Json rows_of(const mjData& data) {
  Json contacts = Json::array();
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    const int first = contact.efc_address;
    REQUIRE(first >= 0);
    Json rows = Json::array();
    for (int row = first; row < first + contact.dim; ++row)
      rows.push_back({{"mass", data.efc_D[row]},
                      {"stiffness", data.efc_KBIP[4 * row]},
                      {"damping", data.efc_KBIP[4 * row + 1]},
                      {"pos", data.efc_pos[row]},
                      {"force", data.efc_force[row]}});
    contacts.push_back({{"geoms", {contact.geom1, contact.geom2}},
                        {"pos", list(contact.pos, 3)},
                        {"frame", list(contact.frame, 9)},
                        {"dist", contact.dist},
                        {"rows", rows}});
  }
  return contacts;
}

/// A forward computation of MuJoCo's with the rows, from the state after `time` [s].
Json moment_of(const char* name, const PlateOnBall& described, double load, double time,
               const char* also_moves = "") {
  INFO(name << also_moves);
  PlateWorld world(described, load);
  world.run(time);
  const mjModel& model = *world.trial.model;
  mjData& data = *world.trial.data;
  const std::vector<double> qpos = list(data.qpos, model.nq), qvel = list(data.qvel, model.nv);
  mj_forward(&model, &data);
  REQUIRE(data.ncon > 0);
  return {{"name", name},
          {"model", described.mjcf()},
          {"qpos", qpos},
          {"qvel", qvel},
          {"xfrc_applied", list(data.xfrc_applied, 6 * model.nbody)},
          {"contacts", rows_of(data)},
          {"qacc", list(data.qacc, model.nv)}};
}

}  // namespace

// For tests/npm, which gives the same rows to a current version of MuJoCo's.
TEST_CASE("rows are written for another version of MuJoCo's", "[.rows]") {
  const char* const file = std::getenv("CONDYLE_ROWS_FILE");
  REQUIRE(file != nullptr);
  const std::string slides = R"(<joint type="slide" axis="1 0 0"/>
    <joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 0 1"/>)";
  const std::string stop = R"(<equality><joint joint1="left" joint2="right"/></equality>)";
  PlateOnBall two{.joints = R"(<joint name="left" type="slide" axis="0 0 1"/>
    <joint name="right" type="slide" axis="0.1 0 1" damping="1"/>)"};
  two.more = stop;
  Json moments = Json::array();
  moments.push_back(moment_of("rest under 500 N", {}, 500, 0.2));
  moments.push_back(moment_of("landing", {.mass = 0.03, .gap = 2e-4}, 1900, 1.0 / 240));
  moments.push_back(moment_of("sliding with friction",
                              {.joints = slides, .friction = 0.3, .tilt = 0.4}, 200, 2.0 / 240));
  moments.push_back(moment_of("sticking with friction",
                              {.joints = slides, .friction = 0.8, .tilt = 0.1}, 200, 0.05));
  moments.push_back(moment_of("load through an equality", two, 500, 0.1));
  std::ofstream(file) << moments.dump(1) << '\n';
}

}  // namespace condyle::mujoco
