// Figures of theory that a scene gives, beside those of the simulation.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/scene/scene_file.h"
#include "world/scene_world.h"

namespace condyle::test::shown_figures_tests {

namespace {

constexpr double k_dt = 0.01, k_g = 10;

/// A ball that flies up at 1 m/s: y = t - 5 t^2, at its highest at 0.1 s.
scene::Scene thrown(const std::string& shown) {
  return scene::parse_scene(R"({"condyle_scene": 1, "gravity": [0, -10, 0], "bodies": [
      {"name": "ball", "kind": "dynamic", "mass": 1, "inertia": [1, 1, 1], "velocity": [0, 1, 0]}],
    "shown_against": [)" + shown +
                                "]}",
                            "thrown.json");
}

ClosedFormReading reading_at(SceneWorld& world, double time) {
  while (world.time() < time - k_dt / 2) world.step(k_dt);
  REQUIRE(world.closed_form().size() == 1);
  return world.closed_form()[0];
}

/// The height after n steps in which the engine first changes the speed, then the place [mm].
double height(int n) { return 1e3 * (n * k_dt - k_g * k_dt * k_dt * n * (n + 1) / 2); }

}  // namespace

TEST_CASE("shown figures: the latest value, and theory over time") {
  SceneWorld world(thrown(R"({"name": "height", "quantity": "y", "of": "ball",
    "expected_over_time": {"times": [0, 1], "values": [0, 0.5], "smooth": false}})"));
  const ClosedFormReading reading = reading_at(world, 0.2);
  CHECK(reading.name == "height");
  CHECK(reading.unit == "mm");
  CHECK(reading.measured == Approx(height(20)));
  CHECK(reading.expected == Approx(100));
}

TEST_CASE("shown figures: the largest, least and mean value between two times") {
  const auto [value, expected] = GENERATE(table<std::string, double>(
      {{"largest", height(9)}, {"least", height(15)}, {"mean", 0}, {"latest", height(15)}}));
  SceneWorld world(thrown(R"({"name": "height", "quantity": "y", "of": "ball", "from": 0.045,
    "until": 0.155, "expected": 0.05, "value": ")" +
                          value + "\"}"));
  CHECK(std::isnan(reading_at(world, 0.04).measured));  // too early
  double mean = 0;
  for (int n = 5; n <= 15; ++n) mean += height(n) / 11;
  const double wanted = value == "mean" ? mean : expected;
  CHECK(reading_at(world, 0.3).measured == Approx(wanted));  // later values do not count
  CHECK(world.closed_form()[0].expected == Approx(50));
  world.reset();
  CHECK(std::isnan(world.closed_form()[0].measured));
  CHECK(reading_at(world, 0.3).measured == Approx(wanted));
}

TEST_CASE("shown figures: they go back with the world") {
  SceneWorld world(thrown(R"({"name": "height", "quantity": "y", "of": "ball", "from": 0.045,
    "until": 0.155, "expected": 0.05, "value": "mean"})"));
  const double half = reading_at(world, 0.1).measured;
  const auto moment = world.save();
  const double whole = reading_at(world, 0.2).measured;
  CHECK(whole != half);
  world.restore(*moment);
  CHECK(world.closed_form()[0].measured == half);
  CHECK(reading_at(world, 0.2).measured == whole);
}

TEST_CASE("shown figures: of a region, and its centre of pressure, none while nothing touches") {
  // A block of 2 kg lies on a pad; more of it lies to the right of x = 0.
  const std::string layer =
      R"("layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01})";
  const auto figure = [](const std::string& quantity, const std::string& region) {
    return R"({"name": ")" + quantity + region + R"(", "quantity": ")" + quantity +
           R"(", "of": "touch", "expected": 0)" +
           (region.empty() ? "" : R"(, "region": ")" + region + "\"") + "}";
  };
  SceneWorld world(scene::parse_scene(
      R"({"condyle_scene": 1, "gravity": [0, 0, -10], "bodies": [
        {"name": "ground", "kind": "fixed", "meshes": [{"name": "pad",
          "primitive": {"shape": "plane", "size": [0.2, 0.2, 0], "segments": 40}, )" +
          layer + R"(}]},
        {"name": "block", "kind": "dynamic", "mass": 2, "inertia": [0.01, 0.01, 0.01],
         "position": [0.02, 0, 0.0499], "meshes": [{"name": "box",
          "primitive": {"shape": "box", "size": [0.1, 0.1, 0.1], "segments": 2}, )" +
          layer + R"(}]}],
      "contacts": [{"name": "touch", "casting": {"body": "ground", "mesh": "pad"},
        "target": {"body": "block", "mesh": "box"}, "dissipation": 2, "regions": [
        {"name": "left", "normal": [-1, 0, 0]}, {"name": "right", "normal": [1, 0, 0]}]}],
      "shown_against": [)" +
          figure("force", "left") + "," + figure("force", "right") + "," + figure("force", "") +
          "," + figure("center_of_pressure_x", "") + "," + figure("center_of_pressure_x", "left") +
          "]}",
      "block.json"));
  while (world.time() < 0.5) world.step(1.0 / 240);
  const auto measured = [&](int i) { return world.closed_form()[i].measured; };
  CHECK(measured(2) == Approx(20).epsilon(1e-3));
  CHECK(measured(0) + measured(1) == Approx(measured(2)).epsilon(1e-9));
  CHECK(measured(0) == Approx(20 * 0.3).epsilon(0.02));  // from x = -30 to 0 mm of 100 mm
  CHECK(measured(3) == Approx(20).margin(0.2));          // [mm]
  CHECK(measured(4) == Approx(-15).margin(0.3));
  world.set_motion(1, Pose(Eigen::Translation3d(0, 0, 1)), {});
  for (int k = 0; k < 3; ++k) world.step(1.0 / 240);
  CHECK(measured(2) == 0);
  CHECK(measured(3) == Approx(20).margin(0.2));  // the last one
}

TEST_CASE("shown figures: those watched stand beside the scene's own, and go back with the world") {
  SceneWorld world(thrown(R"({"name": "height", "quantity": "y", "of": "ball", "expected": 0})"));
  CHECK(world.watched().empty());
  const scene::ShownAgainst highest{.name = "highest",
                                    .quantity = scene::ShownQuantity::y,
                                    .of = "ball",
                                    .value = scene::ShownValue::largest,
                                    .from = 0.045};
  world.watch(std::span(&highest, 1));
  REQUIRE(world.watched().size() == 1);
  CHECK(world.watched()[0].unit == "mm");
  reading_at(world, 0.03);
  CHECK(std::isnan(world.watched()[0].value));
  reading_at(world, 0.07);
  CHECK(world.watched()[0].value == Approx(height(7)));
  const auto moment = world.save();
  CHECK(reading_at(world, 0.2).measured == Approx(height(20)));
  CHECK(world.watched()[0].value == Approx(height(9)));
  world.restore(*moment);
  CHECK(world.watched()[0].value == Approx(height(7)));
  scene::ShownAgainst other = highest;
  other.of = "bell";
  CHECK_THROWS_WITH(world.watch(std::span(&other, 1)), Catch::Contains("did you mean 'ball'"));
}

}  // namespace condyle::test::shown_figures_tests
