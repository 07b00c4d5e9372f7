// Findings about units that do not fit together: in worlds in millimetres, and in no good one.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/unit_finding.h"

namespace condyle::test::unit_finding_tests {
namespace {

/// A ball on another of its kind.
struct World {
  FallingBody body{9.81, 0.1, 0.03};
  Layer layer{463e6, 0.46, 0.004};
  ContactSettings settings = {};

  std::optional<Finding> finding() const {
    return unit_finding("'ball' on 'floor'", body, layer, layer, settings);
  }
};

/// The same world with lengths in millimetres and the rest in units that fit: kg, s, kPa.
World in_millimetres(World world) {
  world.body.gravity *= 1e3;
  world.body.size *= 1e3;
  world.layer.thickness *= 1e3;
  world.layer.elastic_modulus *= 1e-3;
  world.settings.max_proximity *= 1e3;
  return world;
}

double number(const Finding& finding, const std::string& name) {
  for (const auto& [key, value] : finding.numbers)
    if (key == name) return value;
  FAIL("no number " << name);
  return 0;
}

}  // namespace

TEST_CASE("units: a world in millimetres with defaults in SI", "[units]") {
  const double window = World().settings.max_proximity;
  for (const double modulus : {463.0, 463e3, 463e6, 463e9}) {  // MPa, kPa, Pa, and too stiff
    CAPTURE(modulus);
    World world = in_millimetres(World());
    world.settings.max_proximity = window;
    world.layer.elastic_modulus = modulus;
    const auto found = world.finding();
    REQUIRE(found);
    CHECK(found->kind == "units");
    CHECK(found->place == "'ball' on 'floor'");
    CHECK(number(*found, "size [m]") == 30);
    CHECK(number(*found, "gravity [m/s^2]") == 9810);
    CHECK(number(*found, "max_proximity [m]") == window);
    world.body.gravity = 0;  // then nothing falls
    CHECK_FALSE(world.finding());
  }
}

TEST_CASE("units: what a fall presses in by the energy of a ball on springs", "[units]") {
  // m g L = pi K R d^3 / 3 with K = modulus / (2 h), here 24.9 mm in a window of 10.
  World world;
  world.body = {9.81, 800, 2};
  world.layer = {1e8, 0.3, 0.05};
  const double stiffness = constrained_modulus(1e8, 0.3) / 0.1;
  const double depth = std::cbrt(3 * 800 * 9.81 * 2 / (3.14159265358979 * stiffness));
  const auto found = world.finding();
  REQUIRE(found);
  CHECK(number(*found, "depth [m]") == Approx(depth).epsilon(1e-12));
  world.settings.max_proximity = 1.01 * depth;
  CHECK_FALSE(world.finding());
}

TEST_CASE("units: gravity and sizes, or moduli, in another unit than the rest", "[units]") {
  World world;
  world.body.gravity = 9810;
  REQUIRE(world.finding());
  world = World();
  world.body.size = 30;
  world.layer.thickness = 4;  // and gravity in m/s^2
  REQUIRE(world.finding());
  world = World();
  world.layer.elastic_modulus = 20;  // MPa
  const auto found = world.finding();
  REQUIRE(found);
  CHECK(number(*found, "elastic_modulus [Pa]") == 20);
}

TEST_CASE("units: none is said of a hundred good worlds, in metres or millimetres", "[units]") {
  const unsigned seed = 71;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {  // evenly in the logarithm
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < 100; ++i) {
    World world;
    const double size = between(2e-3, 0.5), density = between(50, 8000);
    world.body = {between(1.6, 100), density * size * size * size / 2, size};
    world.layer = {between(1e5, 2e11), between(0.1, 0.49), between(2e-4, 0.2) * size};
    CAPTURE(i, size, density, world.body.gravity, world.layer.elastic_modulus,
            world.layer.thickness);
    CHECK_FALSE(world.finding());
    CHECK_FALSE(in_millimetres(world).finding());
  }
}

}  // namespace condyle::test::unit_finding_tests
