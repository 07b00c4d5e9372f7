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

}  // namespace condyle::test::shown_figures_tests
