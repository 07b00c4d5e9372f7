// What reports tell beside the force: regions, patches, wear, and laws of the user's.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

constexpr double k_load = 50;  // [N]
const PlateOnBall k_wearing{
    .joints = R"(<joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0"/>)"};

/// Condyle's law of Hunt and Crossley with an exponent of 1.5, without damping.
int hertz(const condyle_normal_input* in, condyle_normal_force* out) {
  const double stiffness = in->contact->parameters[0];
  for (int i = 0; i < in->count; ++i) {
    const double z = in->touch[i].depth, root = std::sqrt(z);
    out[i] = {stiffness * z * root, 1.5 * stiffness * root, 0, 0.4 * stiffness * z * z * root};
  }
  return 0;
}

}  // namespace

TEST_CASE("wear is by Archard's law, along the way that a plate slides") {
  PlateWorld world(k_wearing, k_load);
  ContactSettings settings = k_wearing.settings();
  settings.wear_coefficient = 1e-12;  // [1/Pa]
  world.plugin.set_contact(world.plate, world.ball, settings);
  world.run(0.1);
  world.plugin.clear_sliding();
  constexpr double k_speed = 0.1, k_time = 0.1;
  world.trial.data->qvel[1] = k_speed;
  world.run(k_time);
  const SlidingRecord& record = world.plugin.sliding(world.plate, world.ball);
  const double way = world.trial.data->qpos[1];
  CHECK(way ==
        Approx(k_speed * k_time).epsilon(0.01));  // the way is curved: the plate does not turn
  CHECK(record.worn_volume == Approx(1e-12 * world.weight * way).epsilon(0.01));
  CHECK(record.sliding_distance == Approx(way).epsilon(0.01));
}

TEST_CASE("pairs are reported in the order of their colliders, whatever MuJoCo asks first") {
  // Two bodies with two geoms each, for which later versions ask by a tree of boxes.
  TrialModel trial(R"(<mujoco><option gravity="0 0 0"/><size nconmax="400" njmax="600"/><worldbody>
      <body pos="0 0 0.1"><freejoint/>
        <geom name="a" size="0.05" pos="-0.1 0 0"/><geom name="b" size="0.05" pos="0.1 0 0"/></body>
      <body pos="0 0 0.01"><freejoint/>
        <geom name="c" size="0.05" pos="-0.1 0 0"/><geom name="d" size="0.05" pos="0.1 0 0"/></body>
    </worldbody></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const bool is_reversed = GENERATE(false, true);
  std::vector<std::string> names = {"a", "b", "c", "d"};
  if (is_reversed) std::ranges::reverse(names);
  const Layer layer{.elastic_modulus = 1e5, .poissons_ratio = 0.3, .thickness = 0.02};
  for (const std::string& name : names) plugin.add_collider(trial.geom(name.c_str()), layer);
  plugin.step();
  REQUIRE(plugin.pairs().size() >= 2);
  const auto of_colliders = [](const PairReport& pair) {
    return std::pair(pair.casting.value, pair.target.value);
  };
  CHECK(std::ranges::is_sorted(plugin.pairs(), {}, of_colliders));
  CHECK(std::ranges::count_if(plugin.pairs(), [](const PairReport& pair) {
          return pair.touching_triangles() > 0;
        }) == 2);
}

TEST_CASE("regions and patches share the force that acts") {
  PlateWorld world({.joints = "<freejoint/>", .friction = 0.3}, k_load);
  const ContactSurface& plate = world.plugin.surface(world.plate);
  Region left{"left", {}}, right{"right", {}};
  for (int i = 0; i < static_cast<int>(plate.centroids().size()); ++i)
    (plate.centroids()[i].x() < 0 ? left : right).triangles.push_back(i);
  world.plugin.set_contact(world.plate, world.ball, PlateOnBall{.friction = 0.3}.settings(),
                           {left, right});
  world.run(0.3);
  const ContactResult& result = world.pair().result();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const RegionStatistics& region : result.regions) {
    if (region.name != "left" && region.name != "right") continue;
    CHECK(region.statistics.contact_force.norm() == Approx(world.weight / 2).epsilon(0.1));
    sum += region.statistics.contact_force;
  }
  CHECK((sum - result.total.contact_force).norm() < 1e-9 * world.weight);
  REQUIRE(result.patches.size() == 1);
  CHECK(result.patches[0].statistics.contact_force.norm() == Approx(world.weight).epsilon(1e-4));
}

TEST_CASE("a normal law of the user's bears the weight at its own depth") {
  constexpr double k_stiffness = 1e7;
  PlateWorld world({}, k_load);
  ContactSettings settings = PlateOnBall{}.settings();
  settings.normal = {
      .kind = NormalLawKind::user,
      .acting = Acting::deepest_point,
      .user = std::make_shared<const UserNormalLaw>(UserNormalLaw{"hertz", hertz, {k_stiffness}})};
  settings.dissipation = 0;
  world.plugin.set_contact(world.plate, world.ball, settings);
  world.run(2);
  CHECK(world.applied() == Approx(world.weight).epsilon(1e-3));
  CHECK(world.shown() == Approx(world.weight).epsilon(1e-3));
  CHECK(world.pair().result().total.max_proximity ==
        Approx(std::pow(world.weight / k_stiffness, 1 / 1.5)).epsilon(1e-2));
}

}  // namespace condyle::mujoco
