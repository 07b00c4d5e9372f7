// Strands over surfaces that no tendon of MuJoCo's knows, and over several: their tension is that
// of the core's law along the core's path, and MuJoCo's bodies feel it.
#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

using Eigen::Vector3d;

constexpr double k_hung_mass = 0.5, k_hung_weight = 9.81 * k_hung_mass;  // of a ball [kg], [N]

struct Obstacles {
  std::string name;
  std::vector<ligament::PathObstacle> all;
};

/// A shape about an axis, in the world, which is the path's third body; the strand goes over it.
ligament::PathObstacle obstacle(const Vector3d& place, const Vector3d& axis,
                                const geometry::Shape& shape) {
  ligament::PathObstacle made{.name = "obstacle", .body = 2, .shape = shape, .side = {}};
  made.X_BS.translation() = place;
  made.X_BS.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).matrix();
  made.side = made.X_BS.linear().transpose() * Vector3d::UnitZ();
  return made;
}

std::vector<Obstacles> kinds() {
  const Vector3d none = Vector3d::Zero(), y = Vector3d::UnitY(), z = Vector3d::UnitZ();
  const auto wheel = [&](double x, double radius) {
    return obstacle({x, 0, 0}, y, geometry::InfiniteCylinder{radius});
  };
  const geometry::Ellipsoid egg{{0.04, 0.05, 0.03}};
  return {{"sphere", {obstacle(none, z, geometry::Sphere{0.1})}},
          {"ellipsoid", {obstacle(none, z, geometry::Ellipsoid{{0.08, 0.3, 0.07}})}},
          {"two wheels", {wheel(-0.09, 0.04), wheel(0.09, 0.04)}},
          {"sphere, ellipsoid and wheel",
           {obstacle({-0.1, 0, 0}, z, geometry::Sphere{0.03}), obstacle({0, 0, 0.02}, z, egg),
            wheel(0.1, 0.03)}},
          {"mesh", {obstacle(none, y, geometry::MeshSolid(mesh::make_cylinder(0.1, 0.4, 32, 8)))}}};
}

/// Two balls on the ends of a strand over obstacles about the origin. The tendon that lends its row
/// goes straight from one to the other.
std::string balls(double rate, const std::string& options) {
  const auto ball = [&](const char* name, double x) {
    return fmt::format(
        R"(<body name="{0}" pos="{1} 0 -0.03"><freejoint/><site name="{0}"/>
          <geom size="0.03" mass="{2}" contype="0" conaffinity="0"/></body>)",
        name, x, k_hung_mass);
  };
  return fmt::format(R"(<mujoco><option tolerance="1e-14" timestep="{:.17g}" {}/>
      <worldbody>{}{}</worldbody>
      <tendon><spatial><site site="a"/><site site="b"/></spatial></tendon></mujoco>)",
                     1 / rate, options, ball("a", -0.2), ball("b", 0.2));
}

struct HungOver {
  HungOver(const Obstacles& over, double rate, double stiffness, double damping,
           const std::string& options = "")
      : trial(balls(rate, options)), plugin(*trial.model, *trial.data) {
    // Not in the centre of the balls, so that the strand turns them.
    path.points = {{.body = 0, .p_B = {0, 0, 0.02}}, {.body = 1, .p_B = {0, 0, 0.02}}};
    path.obstacles = over.all;
    const int bodies[] = {trial.body("a"), trial.body("b"), 0};
    rope = plugin.add_strand({.name = "rope",
                              .linear_stiffness = stiffness,
                              .slack_length = 0.4,
                              .damping_coefficient = damping},
                             0, bodies, path);
    plugin.set_reference_force(rope, k_hung_weight);
    // They swing out of the plane of the obstacles.
    const mjtNum push[] = {0, 0.2, 0, 0, 0, 0, -0.1, 0, 0, 0, 0, 0};
    mju_copy(trial.data->qvel, push, 12);
  }
  const StrandReport& report() const { return plugin.strands().front(); }
  Vector3d velocity(int ball) const {
    return Eigen::Map<const Vector3d>(trial.data->qvel + 6 * ball);
  }
  Pose pose(int ball) const {
    const mjtNum* const q = trial.data->qpos + 7 * ball;
    Pose X = Pose::Identity();
    X.linear() = Eigen::Quaterniond(q[3], q[4], q[5], q[6]).normalized().matrix();
    X.translation() = Eigen::Map<const Vector3d>(q);
    return X;
  }
  /// The path where MuJoCo's coordinates are now, by the core alone, which has a memory of its own.
  ligament::TracedPath traced() {
    const std::vector<Pose> X_WB = {pose(0), pose(1), Pose::Identity()};
    ligament::TracedPath result;
    ligament::trace(path, X_WB, {}, memory_, result);
    return result;
  }
  /// Of motion, gravity and the strand [J].
  double energy() {
    const ligament::Strand& law = plugin.strand(rope);
    double sum = ligament::evaluate(law, traced().length, 0).potential_energy;
    for (int ball = 0; ball < 2; ++ball) {
      const Vector3d spin = Eigen::Map<const Vector3d>(trial.data->qvel + 6 * ball + 3);
      const double inertia = trial.model->body_inertia[3 * (ball + 1)];
      sum += k_hung_weight * pose(ball).translation().z() +
             0.5 * (k_hung_mass * velocity(ball).squaredNorm() + inertia * spin.squaredNorm());
    }
    return sum;
  }

  TrialModel trial;
  Plugin plugin;
  ligament::StrandPath path;
  StrandId rope;

 private:
  ligament::PathMemory memory_;
};

}  // namespace

TEST_CASE("a strand over any surfaces pulls by the core's law, and bodies feel what it shows") {
  const Obstacles over = GENERATE(from_range(kinds()));
  const std::string jacobian = GENERATE("dense", "sparse");
  CAPTURE(over.name, jacobian);
  constexpr double k_rate = 500;
  HungOver world(over, k_rate, 2e3, 0, "jacobian=\"" + jacobian + "\"");
  world.traced();
  double most = 0, most_missed = 0;
  for (int step = 0; step < 90; ++step) {
    CAPTURE(step);
    const Vector3d before[] = {world.velocity(0), world.velocity(1)};
    world.plugin.step();
    REQUIRE(world.report().path_status == ligament::PathStatus::complete);
    const ligament::TracedPath traced = world.traced();
    const double tension = world.report().force.total_force;
    most = std::max(most, tension);
    if (step == 0) CHECK(traced.wraps.size() == over.all.size());
    // Both trace the same pose, to the rounding of a length of 0.5 m; 3.3 kN/m makes forces of it.
    CHECK(world.report().length == Approx(traced.length).margin(1e-12));
    const double by_law =
        ligament::evaluate(world.plugin.strand(world.rope), traced.length, 0).total_force;
    CHECK(tension == Approx(by_law).margin(1e-8));
    // Virtual work of every motion of all as one: none.
    Wrench sum;
    for (const int body : {0, 1, 2}) {
      const Wrench wrench = world.plugin.strand_wrench(world.rope, body);
      const Vector3d at =
          body == 0 ? Vector3d::Zero() : Vector3d(world.pose(body - 1).translation());
      sum.force += wrench.force;
      sum.moment += wrench.moment + at.cross(wrench.force);
    }
    CHECK(sum.force.norm() < 1e-12 * (1 + tension));
    CHECK(sum.moment.norm() < 1e-12 * (1 + tension));
    if (world.plugin.step_report().substeps > 1) continue;  // reports are of the last part
    for (const int ball : {0, 1}) {
      const Vector3d felt = k_hung_mass * k_rate * (world.velocity(ball) - before[ball]) +
                            k_hung_weight * Vector3d::UnitZ();
      const Vector3d told = world.plugin.strand_wrench(world.rope, ball + 1).force;
      most_missed = std::max(most_missed, (felt - told).norm());
    }
  }
  CHECK(most > k_hung_weight);
  // Passes end where the tension is right to 1e-6; its direction is that of the last guess, which
  // in one pass knows no forces: they move a ball by h^2 T / m, beside legs of 0.1 m.
  CHECK(most_missed < most * most / (k_rate * k_rate * k_hung_mass * 0.1));
}

TEST_CASE(
    "balls that swing on a strand over any surfaces gain no energy, and keep it in short steps") {
  const Obstacles over = GENERATE(from_range(kinds()));
  CAPTURE(over.name);
  HungOver world(over, 4000, 2e3, 0);
  const double first = world.energy();
  double most = first, tension = 0;
  for (int step = 0; step < 720; ++step) {
    world.plugin.step();
    most = std::max(most, world.energy());
    tension = std::max(tension, world.report().force.total_force);
  }
  // Passes end at 1e-6 of the tension, on a way of 0.1 m.
  CHECK(most - first < 1e-6 * tension * 0.1);
  // Backward Euler takes from the strand's own spring, of 1 / 220 m/kN, and from nothing else.
  CHECK(tension > 2 * k_hung_weight);
  CHECK(first - world.energy() < 0.5 * tension * tension * 0.44 / 2e3);
}

TEST_CASE("a strand over spheres and cylinders is as long as MuJoCo's own tendon") {
  const std::string shape = GENERATE("sphere", "cylinder");
  CAPTURE(shape);
  TrialModel trial(fmt::format(R"(<mujoco><custom>
      <text name="condyle.strand.rope" data="linear_stiffness=100 slack_length=0.3"/></custom>
    <worldbody>
      <body name="a"><freejoint/><geom size="0.01" contype="0" conaffinity="0"/>
        <site name="a" pos="0.01 0.02 0.03"/></body>
      <body name="b"><freejoint/><geom size="0.01" contype="0" conaffinity="0"/>
        <site name="b" pos="0.03 -0.01 0.02"/></body>
      <body name="wheel" pos="0.02 0.01 0.03" euler="20 40 10">
        <geom name="wheel" type="{}" size="0.1 0.2" pos="0.01 0 0.01" euler="30 0 70"/></body>
    </worldbody><tendon><spatial name="rope"><site site="a"/><geom geom="wheel"/><site site="b"/>
    </spatial></tendon></mujoco>)",
                               shape));
  Plugin plugin(*trial.model, *trial.data);
  const StrandId rope = plugin.add_from_model().strands.at(0);
  constexpr unsigned k_seed = 7;
  std::mt19937 random(k_seed);
  std::uniform_real_distribution<double> draw(-1, 1);
  int wrapped = 0;
  for (int number = 0; number < 1000; ++number) {
    for (int body = 0; body < 2; ++body) {
      mjtNum* const q = trial.data->qpos + 7 * body;
      Vector3d place;
      do {
        place = 0.3 * Vector3d(draw(random), draw(random), draw(random));
      } while (place.norm() < 0.2);  // not inside
      mju_copy3(q, place.data());
      for (int i = 3; i < 7; ++i) q[i] = draw(random);
      mju_normalize4(q + 3);
    }
    mj_fwdPosition(trial.model, trial.data);
    CAPTURE(k_seed, number);
    const double of_tendon = trial.data->ten_length[0];
    wrapped += of_tendon > mju_dist3(trial.data->site_xpos, trial.data->site_xpos + 3) + 1e-3;
    // Closed forms of lengths below 1 m, both.
    CHECK(plugin.strand_length(rope) == Approx(of_tendon).margin(1e-12));
  }
  CHECK(wrapped > 50);
}

TEST_CASE("a tendon with a pulley is refused by the strand's name") {
  TrialModel trial(R"(<mujoco><custom>
      <text name="condyle.strand.rope" data="linear_stiffness=100 slack_length=0.3"/></custom>
    <worldbody><site name="top"/><body pos="0 0 -1"><freejoint/><geom size="0.1"/>
      <site name="left" pos="-0.1 0 0"/><site name="right" pos="0.1 0 0"/></body></worldbody>
    <tendon><spatial name="rope"><site site="top"/><site site="left"/><pulley divisor="2"/>
      <site site="left"/><site site="right"/></spatial></tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  CHECK_THROWS_WITH(plugin.add_from_model(),
                    Catch::Contains("'rope'") && Catch::Contains("a pulley"));
  CHECK(trial.model->tendon_limited[0] == 0);
}

TEST_CASE("the residual tells by how much bodies feel another force than a strand shows") {
  const Obstacles over = GENERATE(from_range(kinds()));
  CAPTURE(over.name);
  constexpr double k_rate = 500;
  HungOver world(over, k_rate, 2e3, 0);
  for (int step = 0; step < 90; ++step) {
    CAPTURE(step);
    const Vector3d before = world.velocity(0);
    world.plugin.step();
    if (world.plugin.step_report().substeps > 1) continue;
    const Vector3d felt =
        k_hung_mass * k_rate * (world.velocity(0) - before) + k_hung_weight * Vector3d::UnitZ();
    const Vector3d told = world.plugin.strand_wrench(world.rope, 1).force;
    // 1e-6: what passes leave, by their page.
    const double largest = std::max(told.norm(), felt.norm());
    CHECK((felt - told).norm() <=
          std::max(2 * world.plugin.step_report().residual, 1e-6) * largest + 1e-9);
  }
}

}  // namespace condyle::mujoco
