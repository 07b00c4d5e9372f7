// A mechanism like a knee: a thigh with two condyles stands on a light plate that lies on three
// balls, five pairs in series under 1.9 kN, at rest and driven, the load on the thigh itself or
// through an equality. What contact, joints and equalities bear together must be exact.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"
#include "support/figures.h"

namespace condyle::mujoco {
namespace {

constexpr double k_condyle = 0.025, k_shank = 0.19;  // radius, and length from the drive down [m]
constexpr double k_swing = 1.5 * M_PI / 180;         // 10 mm of travel in all [rad]

/// The thigh of 3.5 kg hangs on a slide, a hinge to the side and one that is driven. `press`: what
/// bears the load of 1.9 kN.
std::string mechanism(bool through_equality) {
  std::string balls;
  for (int i = 0; i < 3; ++i)
    balls += fmt::format(
        R"(<geom name="ball {}" type="sphere" size="0.02" pos="{:.17g} {:.17g} -0.03"/>)", i,
        0.03 * std::cos(2 * M_PI * i / 3), 0.03 * std::sin(2 * M_PI * i / 3));
  return fmt::format(
      R"(<mujoco><compiler angle="radian"/>
        <option timestep="{:.17g}" cone="elliptic" tolerance="1e-14" iterations="200"/>
        <size nconmax="800" njmax="2500"/><worldbody>{}
        <body name="plate"><joint type="slide" axis="0 0 1"/><joint type="ball"/>
          <geom name="plate" type="box" size="0.05 0.05 0.01" mass="0.1"/></body>
        <body name="thigh" pos="0 0 {:.17g}">
          <joint name="down" type="slide" axis="0 0 1"/>
          <joint type="hinge" axis="1 0 0" pos="0 0 -{}"/>
          <joint name="flexion" type="hinge" axis="0 1 0" damping="20"/>
          <inertial pos="0 0 0" mass="3.5" diaginertia="0.05 0.05 0.02"/>
          <geom name="medial" type="sphere" size="{}" pos="0 -0.022 -{}"/>
          <geom name="lateral" type="sphere" size="{}" pos="0 0.022 -{}"/></body>
        {}</worldbody>{}
        <actuator><position joint="flexion" kp="2000"/></actuator></mujoco>)",
      1.0 / 240, balls, 0.01 + k_condyle + k_shank, k_shank, k_condyle, k_shank, k_condyle, k_shank,
      through_equality
          ? R"(<body name="press" pos="0.3 0 0"><joint name="press" type="slide" axis="0 0 1"/>
               <geom type="sphere" size="0.02" mass="0.2" contype="0" conaffinity="0"/></body>)"
          : "",
      through_equality
          ? R"(<equality><joint joint1="down" joint2="press" solref="0.01 1"/></equality>)"
          : "");
}

class Mechanism {
 public:
  explicit Mechanism(bool through_equality, double friction = 0)
      : trial(mechanism(through_equality)), plugin(*trial.model, *trial.data) {
    const Layer layer{.elastic_modulus = 2 * 4.28e7, .poissons_ratio = 0, .thickness = 1e-3};
    const auto ball = [&](const std::string& name, double radius) {
      return plugin.add_collider(
          trial.geom(name.c_str()),
          std::make_shared<ContactSurface>(geometry::Shape(geometry::Sphere{radius}),
                                           TriangleMesh{}, layer, name));
    };
    const ColliderId plate = plugin.add_collider(
        trial.geom("plate"), std::make_shared<ContactSurface>(
                                 mesh::make_box({0.1, 0.1, 0.02}, {80, 80, 10}), layer, "plate"));
    ContactSettings settings;
    settings.friction.static_coefficient = settings.friction.dynamic_coefficient = friction;
    const auto on_plate = [&](const ColliderId& id) {
      plugin.set_contact(plate, id, settings, {}, CastingSide::first);
      return id;
    };
    for (const char* name : {"medial", "lateral"})
      condyles.push_back(on_plate(ball(name, k_condyle)));
    for (int i = 0; i < 3; ++i) on_plate(ball(fmt::format("ball {}", i), 0.02));
    trial.data->xfrc_applied[6 * trial.body(through_equality ? "press" : "thigh") + 2] = -1900;
    load = 1900 + 9.81 * (through_equality ? 3.7 : 3.5);
  }

  /// The vertical force of both condyles on the plate [N].
  double force() const {
    double sum = 0;
    for (const PairReport& pair : plugin.pairs())
      if (std::ranges::count(condyles, pair.target) > 0) sum -= pair.F_casting_W.force.z();
    return sum;
  }

  void rest() {
    for (int step = 0; step < 240; ++step) plugin.step();
  }
  /// Least and largest force over a swing each way, or over one for a quick run.
  std::pair<double, double> drive() {
    double least = INFINITY, most = 0;
    for (int step = 0; step < (test::prints_figures() ? 480 : 240); ++step) {
      trial.data->ctrl[0] = k_swing * std::pow(std::sin(2 * M_PI * step / 480.0), 3);
      plugin.step();
      least = std::min(least, force());
      most = std::max(most, force());
    }
    return {least, most};
  }

  TrialModel trial;
  Plugin plugin;
  std::vector<ColliderId> condyles;
  double load;  ///< [N]
};

}  // namespace

TEST_CASE("five pairs in series under a driven thigh bear the load", "[figures]") {
  const bool through_equality = GENERATE(false, true);
  CAPTURE(through_equality);
  Mechanism knee(through_equality, 0.05);
  knee.rest();
  const char* const way = through_equality ? ", load through an equality" : "";
  test::note(fmt::format("thigh on a plate of 0.1 kg{}: force at rest [N]", way),
             {knee.load, through_equality ? 1936.298 : 1934.336, knee.force()});
  CHECK(knee.force() == Approx(knee.load).epsilon(1e-5));
  const auto [least, most] = knee.drive();
  test::note(fmt::format("thigh on a plate of 0.1 kg{}: driven, least [N]", way),
             {knee.load, through_equality ? 1935.9 : 1933.9, least});
  test::note(fmt::format("thigh on a plate of 0.1 kg{}: driven, largest [N]", way),
             {knee.load, through_equality ? 1936.9 : 1934.5, most});
  CHECK(least > knee.load * 0.9999);
  CHECK(most < knee.load * 1.0001);
}

}  // namespace condyle::mujoco
