// The pressure of an elastic layer at every node, on random meshes.
#include <catch2/catch.hpp>

#include "validate/smooth_contacts.h"

namespace condyle::test::layer_smoothness_tests {

// Takes minutes: demo_tests "[.soak]". `condyle validate`, which other tests run, has a few of
// these.
TEST_CASE("soak: 300 contacts on random meshes: within 3 % of the exact pressure at every node",
          "[.soak]") {
  for (const SmoothBodies bodies : k_smooth_bodies) {
    for (unsigned seed = 1; seed <= 75; ++seed) {
      CAPTURE(static_cast<int>(bodies), seed);
      const PressureRatios ratios = ratios_to_exact(random_contact(bodies, seed));
      CHECK(ratios.nodes > 250);
      CHECK(ratios.deviation() < 0.03);  // check_smoothness() has the reason
    }
  }
}

}  // namespace condyle::test::layer_smoothness_tests
