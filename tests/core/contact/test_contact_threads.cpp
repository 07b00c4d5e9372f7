// Threads that share a pair's evaluation give the bits of one.
#include <catch2/catch.hpp>
#include <random>

#include "condyle/error.h"
#include "core/contact/contact_cases.h"
#include "core/contact/same_bits.h"
#include "support/allocation_counter.h"

namespace condyle::test::contact_threads_tests {
namespace {

const Twist k_twist{{1, 2, 3}, {0.1, 0.2, -0.1}};

std::shared_ptr<const ContactSurface> ball() { return surface(mesh::make_icosphere(20e-3, 5)); }
std::shared_ptr<const ContactSurface> ring() {
  return surface(mesh::make_torus(15e-3, 8e-3, 96, 48));
}

/// Anywhere on the ring, now and then off it.
Pose anywhere(std::mt19937& random) {
  const auto number = [&](double size) {
    return std::uniform_real_distribution<>(-size, size)(random);
  };
  const Vector3d axis{number(1), number(1), number(1)};
  Pose X = rotation(number(3), axis);
  const double z = 22e-3 + number(8e-3), y = number(1e-3), x = number(1e-3);
  X.translation() = Vector3d(x, y, z);
  return X;
}

std::vector<ContactSettings> many_settings() {
  ContactSettings gaps{.min_proximity = -1e-3, .lumped = false, .dissipation = 1};
  gaps.friction = {.static_coefficient = 0.2};
  ContactSettings on_casting{.formulation = Formulation::nonlinear};
  on_casting.force_direction = ForceDirection::casting;
  ContactSettings on_patches;
  on_patches.normal.kind = NormalLawKind::hertz;
  on_patches.normal.radius = 10e-3;
  ContactSettings volume;
  volume.normal.kind = NormalLawKind::volume;
  return {gaps, on_casting, on_patches, volume};
}

}  // namespace

TEST_CASE("threads that share a pair give the bits of one", "[contact][threads]") {
  const auto casting = ball(), target = ring();
  const std::vector<Region> regions{{.name = "few", .triangles = {0, 1, 2, 3, 500, 501, 4000}}};
  for (const ContactSettings& settings : many_settings()) {
    ContactPair alone(casting, target, settings, regions), two(casting, target, settings, regions),
        three(casting, target, settings, regions);
    two.set_threads(2);
    three.set_threads(3);
    std::mt19937 random(1);
    int large = 0;
    for (int step = 0; step < 25; ++step) {
      CAPTURE(static_cast<int>(settings.normal.kind), step);
      const Pose X_CT = anywhere(random);
      const ContactResult& expected = alone.evaluate(X_CT, k_twist);
      CHECK(difference_of_bits(two.evaluate(X_CT, k_twist), expected) == "");
      CHECK(difference_of_bits(three.evaluate(X_CT, k_twist), expected) == "");
      CHECK(two.result().clamped_triangles == expected.clamped_triangles);
      CHECK(same_bits(two.target_map(), alone.target_map()));
      large += expected.total.n_contacting > 2048;
    }
    CHECK(large > 5);  // else nothing was shared
  }
}

TEST_CASE("threads that share a pair allocate nothing once the largest contact has been seen",
          "[contact][threads]") {
  ContactPair pair(ball(), ring(), {});
  pair.set_threads(2);
  const auto at = [](int step) {
    return translation(0, 0, 18e-3 + 2e-3 * std::sin(0.05 * step)) *
           rotation(0.01 * step, {0, 0, 1});
  };
  for (int step = 0; step < 300; ++step) pair.evaluate(at(step));
  REQUIRE(pair.result().total.n_contacting > 2048);
  const long before = allocation_count();
  for (int step = 300; step < 500; ++step) pair.evaluate(at(step));
  CHECK(allocation_count() == before);
}

TEST_CASE("a pair needs at least one thread", "[contact][threads]") {
  ContactPair pair(ball(), ring(), {});
  CHECK(pair.threads() == 1);
  CHECK_THROWS_AS(pair.set_threads(0), InputError);
  pair.set_threads(2);
  CHECK(pair.threads() == 2);
}

}  // namespace condyle::test::contact_threads_tests
