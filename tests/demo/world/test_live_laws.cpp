// Changes of layers and laws in a paused scene, and the initial parameters of a law.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/scene/scene_file.h"
#include "view/law_defaults.h"
#include "world/scene_world.h"

namespace condyle::test::live_laws_tests {

using Eigen::Vector3d;

namespace {

constexpr double k_rate = 240;
constexpr int k_first_force = 4, k_laws = 9;  // words of `law`: laws of force, without "user"

void run(SceneWorld& world, double seconds) {
  for (long i = 0; i < std::lround(seconds * k_rate); ++i) world.step(1 / k_rate);
}

double force(const SceneWorld& world, int contact = 0) {
  const auto& report = world.contacts()[contact].report;
  return report ? report->result().total.contact_force.norm() : 0;
}

scene::Scene shipped(const std::string& name) { return scene::read_scene(find_scene(name)); }

}  // namespace

TEST_CASE("live laws: paused, a new layer or law shows at once, without a step", "[laws]") {
  SceneWorld world(shipped("ball_on_plate"));
  run(world, 0.5);
  const double before = force(world), time = world.time();
  REQUIRE(before > 1);
  const auto pose = world.bodies()[1].X_WB.matrix();

  Layer layer = world.contacts()[0].casting_layer;
  layer.elastic_modulus *= 2;
  layer.thickness /= 2;
  world.set_layer(world.contacts()[0].casting, layer);
  const double stiffer = force(world);
  CHECK(stiffer > 1.2 * before);
  REQUIRE(world.contacts()[0].report);
  CHECK(world.contacts()[0].report->casting_map().pressure.size() ==
        world.bodies()[0].meshes[0].mesh->triangles.size());
  CHECK(world.contacts()[0].report->target_map().pressure.size() ==
        world.bodies()[1].meshes[0].mesh->triangles.size());
  CHECK(world.closed_form()[0].measured > 0);

  ContactSettings settings = world.contacts()[0].settings;
  settings.formulation = Formulation::nonlinear;
  world.set_contact_settings(0, settings);
  CHECK(force(world) > stiffer);  // since -ln(1 - d/h) is above d/h
  CHECK(world.time() == time);
  CHECK(world.bodies()[1].X_WB.matrix() == pose);
  // The next step gives the bits of a run in which no results are read.
  world.step(1 / k_rate);
  SceneWorld other(shipped("ball_on_plate"));
  run(other, 0.5);
  other.set_layer(other.contacts()[0].casting, layer);
  other.set_contact_settings(0, settings);
  other.step(1 / k_rate);
  CHECK(force(world) == force(other));
}

TEST_CASE("live laws: at rest the force found at once is that of the step", "[laws]") {
  SceneWorld world(shipped("knee_replacement"));
  run(world, 0.5);
  const double before = force(world);
  REQUIRE(before > 1000);
  world.set_contact_settings(0, world.contacts()[0].settings);
  CHECK(force(world) == Approx(before).epsilon(0.02));
  const auto& regions = world.contacts()[0].report->result().regions;
  CHECK(regions.size() == 8);  // six half spaces, medial, lateral
}

TEST_CASE("live laws: a chosen law presses with the present force at the present depth", "[laws]") {
  SceneWorld world(shipped("ball_on_plate"));
  run(world, 0.5);
  const double before = world.contact_at_rest(0, world.contacts()[0].settings).contact_force.norm();
  REQUIRE(before > 1);
  for (int word = k_first_force; word < k_laws; ++word) {
    INFO("law " << word);
    ContactSettings settings = with_law(world, 0, law_at(word));
    CHECK(place_of_law(settings) == word);
    CHECK(world.contact_at_rest(0, settings).contact_force.norm() == Approx(before));
    for (const Acting acting : {Acting::centroid, Acting::deepest_point, Acting::triangles}) {
      settings.normal.acting = acting;
      if (word == 4 || word == 7) settings.normal.exponent = 2.2;
      const ContactSettings scaled = with_present_force(world, 0, settings);
      CHECK(world.contact_at_rest(0, scaled).contact_force.norm() == Approx(before));
    }
  }
  CHECK(place_of_law(with_law(world, 0, law_at(0))) == 0);
  CHECK(place_of_law(with_law(world, 0, law_at(1))) == 1);
  CHECK(place_of_law(with_law(world, 0, law_at(2))) == 2);
}

TEST_CASE("live laws: choosing impact, or any law, leaves the loaded knee in its place", "[laws]") {
  SceneWorld world(shipped("knee_replacement"));
  const ContactSettings own = world.contacts()[0].settings;
  run(world, 1.5);
  for (const int word : {2, 3, 4, 5, 6, 7}) {
    INFO("law " << word);
    const Vector3d before = world.bodies()[1].X_WB.translation();
    world.set_contact_settings(0, with_law(world, 0, law_at(word)));
    run(world, 0.25);
    CHECK((world.bodies()[1].X_WB.translation() - before).norm() < 2e-3);
    CHECK(force(world) > 800);
    world.set_contact_settings(0, own);
    run(world, 0.1);
  }
}

TEST_CASE("live laws: where nothing touches the stiffness fits what presses", "[laws]") {
  SceneWorld world(shipped("ball_on_plate"));
  for (int word = k_first_force; word < k_laws; ++word) {
    ContactSettings settings = with_law(world, 0, law_at(word));
    CHECK(settings.normal.stiffness > 0);
    // The ball comes to rest on the plate, not deeper than the layers.
    SceneWorld fallen(shipped("ball_on_plate"));
    fallen.set_contact_settings(0, settings);
    run(fallen, 1.5);
    INFO("law " << word << ", stiffness " << settings.normal.stiffness);
    CHECK(fallen.bodies()[1].X_WB.translation().y() > 0.027);
    CHECK(fallen.bodies()[1].X_WB.translation().y() < 0.05);
  }
}

}  // namespace condyle::test::live_laws_tests
