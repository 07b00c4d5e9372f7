// A finger through the hole of a ring, where MuJoCo's own contact takes the ring's convex hull.
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr double k_major = 0.04, k_minor = 0.01, k_finger = 0.012, k_mass = 0.2;

std::string numbers_of(const std::vector<Eigen::Vector3d>& vertices) {
  std::ostringstream text;
  for (const Eigen::Vector3d& v : vertices) text << v.x() << ' ' << v.y() << ' ' << v.z() << ' ';
  return text.str();
}

std::string numbers_of(const std::vector<std::array<int, 3>>& triangles) {
  std::ostringstream text;
  for (const auto& t : triangles) text << t[0] << ' ' << t[1] << ' ' << t[2] << ' ';
  return text.str();
}

/// The ring stands upright around the finger, whose axis is y; it hangs from the start.
std::string model() {
  const TriangleMesh ring = mesh::make_torus(k_major, k_minor, 64, 32);
  std::ostringstream text;
  text << R"(<mujoco><option cone="elliptic" timestep="0.002"/><size nconmax="400" njmax="1500"/>
    <asset><mesh name="ring" vertex=")"
       << numbers_of(ring.vertices) << R"(" face=")" << numbers_of(ring.triangles)
       << R"("/></asset><worldbody>
      <body name="finger" mocap="true" pos="0 0 )"
       << k_major - k_minor - k_finger
       << R"("><geom name="finger" type="capsule" euler="90 0 0" size=")" << k_finger
       << R"( 0.05"/></body>
      <body name="ring" euler="90 0 0"><freejoint/>
        <geom name="ring" type="mesh" mesh="ring" mass=")"
       << k_mass << R"("/></body></worldbody></mujoco>)";
  return text.str();
}

void lift(TrialModel& trial, const std::function<void()>& step) {
  for (int i = 0; i < 1000; ++i) {
    step();
    trial.data->mocap_pos[2] += 0.05 * trial.model->opt.timestep;
  }
}

double ring_above_finger(const TrialModel& trial) {
  return trial.data->qpos[2] - trial.data->mocap_pos[2];
}

}  // namespace

TEST_CASE("a finger in a ring's hole lifts it, which its convex hull would not let it") {
  TrialModel trial(model());
  const double hangs = -(k_major - k_minor - k_finger);
  {
    Plugin plugin(*trial.model, *trial.data);
    ContactSettings settings;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.5;
    plugin.set_default_contact(settings);
    const Layer rubber{.elastic_modulus = 5e6, .poissons_ratio = 0.45, .thickness = 0.003};
    plugin.add_collider(trial.geom("finger"), rubber);
    plugin.add_collider(trial.geom("ring"), rubber);
    plugin.set_mocap_velocity(trial.body("finger"), {Eigen::Vector3d::Zero(), {0, 0, 0.05}});
    lift(trial, [&] { plugin.step(); });
    CHECK(trial.data->mocap_pos[2] > 0.1);
    CHECK(ring_above_finger(trial) == Approx(hangs).margin(1e-3));
    REQUIRE(plugin.pairs().size() == 1);
    CHECK(plugin.pairs()[0].F_casting_W.force.norm() == Approx(9.81 * k_mass).epsilon(1e-3));
  }
  TrialModel hull(model());
  lift(hull, [&] { mj_step(hull.model, hull.data); });
  CHECK(std::abs(ring_above_finger(hull) - hangs) > 0.02);  // it is thrown out
}

}  // namespace condyle::mujoco
