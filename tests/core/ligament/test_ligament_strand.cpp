#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/ligament/ligament_strand.h"

using namespace condyle;

namespace {
const LigamentStrand k_acl{.name = "ACL", .linear_stiffness = 5000, .slack_length = 0.03};
}

TEST_CASE("strand force at the figures of Blankevoort's curve", "[ligament]") {
  const auto force_at = [](double strain) {
    return evaluate(k_acl, k_acl.slack_length * (1 + strain), 0).spring_force;
  };
  CHECK(force_at(-0.1) == 0);
  CHECK(force_at(0.05) == Approx(5000 * 0.0025 / 0.12).epsilon(1e-12));
  CHECK(force_at(0.10) == Approx(350).epsilon(1e-12));
  CHECK(force_at(0.06) == Approx(5000 * 0.06 / 2).epsilon(1e-12));
}

TEST_CASE("strand force is the slope of its energy, stiffness and damping those of its force",
          "[ligament]") {
  const LigamentStrand strand{.name = "s",
                              .linear_stiffness = 5000,
                              .slack_length = 0.03,
                              .transition_strain = 0.06,
                              .damping_coefficient = 4};
  const double speed = GENERATE(-0.2, 0.0, 0.3);
  for (const double strain : {-0.02, 0.002, 0.008, 0.03, 0.059, 0.061, 0.2}) {
    CAPTURE(strain, speed);
    const double length = strand.slack_length * (1 + strain), step = 1e-8;
    const LigamentForce low = evaluate(strand, length - step, speed);
    const LigamentForce high = evaluate(strand, length + step, speed);
    const LigamentForce here = evaluate(strand, length, speed);
    // Central differences of smooth pieces: 1e-6 covers rounding in the energy's difference.
    CHECK((high.potential_energy - low.potential_energy) / (2 * step) ==
          Approx(here.spring_force).epsilon(1e-6).margin(1e-9));
    CHECK((high.total_force - low.total_force) / (2 * step) ==
          Approx(here.stiffness).epsilon(1e-5).margin(1e-9));
    const double faster = evaluate(strand, length, speed + 1e-3).total_force;
    if (speed > 0) {
      CHECK((faster - here.total_force) / 1e-3 == Approx(here.damping).epsilon(1e-6).margin(1e-9));
    } else {
      CHECK(here.damping == 0);
    }
  }
}

TEST_CASE("the strand's curve has no kink at its transition strain", "[ligament]") {
  const double length = transition_length(k_acl);
  const double below = evaluate(k_acl, length * (1 - 1e-12), 0).stiffness;
  const double above = evaluate(k_acl, length * (1 + 1e-12), 0).stiffness;
  CHECK(below == Approx(above).epsilon(1e-9));
  CHECK(above == Approx(5000 / 0.03).epsilon(1e-12));  // 167 N/mm
}

TEST_CASE("a strand without toe region is a straight line", "[ligament]") {
  LigamentStrand strand = k_acl;
  strand.transition_strain = 0;
  CHECK(evaluate(strand, 0.03 * 1.02, 0).spring_force == Approx(100).epsilon(1e-12));
  CHECK(evaluate(strand, 0.03, 0).spring_force == 0);
}

TEST_CASE("slack length from a reference strain or force gives them back", "[ligament]") {
  LigamentStrand strand = k_acl;
  for (const double strain : {-0.2, 0.0, 0.03, 0.06, 0.1}) {
    strand.slack_length = slack_length_from_reference_strain(strand, 0.032, strain);
    CHECK(evaluate(strand, 0.032, 0).strain == Approx(strain).margin(1e-15));
  }
  for (const double force : {1e-3, 50.0, 150.0, 151.0, 900.0}) {
    strand.slack_length = slack_length_from_reference_force(strand, 0.032, force);
    CHECK(evaluate(strand, 0.032, 0).spring_force == Approx(force).epsilon(1e-11));
  }
  CHECK(slack_length_from_reference_force(strand, 0.032, 0) == 0.032);
}

TEST_CASE("stiffness per length is stiffness per strain over slack length", "[ligament]") {
  CHECK(force_per_length(2000, 0.035) == Approx(2000 / 0.035).epsilon(1e-15));
  CHECK(force_per_strain(force_per_length(2000, 0.035), 0.035) == Approx(2000).epsilon(1e-15));
  const LigamentForce linear = evaluate(k_acl, 0.03 * 1.1, 0);
  CHECK(linear.stiffness == Approx(force_per_length(5000, 0.03)).epsilon(1e-15));
}

TEST_CASE("a strand outside its range is refused by name", "[ligament]") {
  const auto refused = [](auto change, const char* word) {
    LigamentStrand strand = k_acl;
    change(strand);
    CHECK_THROWS_AS(require_valid(strand, "ACL"), InputError);
    CHECK_THROWS_WITH(require_valid(strand, "ACL"),
                      Catch::Contains("ACL") && Catch::Contains(word));
  };
  CHECK_NOTHROW(require_valid(k_acl, "ACL"));
  refused([](auto& s) { s.slack_length = 0; }, "slack length");
  refused([](auto& s) { s.slack_length = std::nan(""); }, "slack length");
  refused([](auto& s) { s.linear_stiffness = -1; }, "linear stiffness");
  refused([](auto& s) { s.transition_strain = -0.01; }, "transition strain");
  refused([](auto& s) { s.damping_coefficient = -1; }, "damping coefficient");
  CHECK_THROWS_AS(slack_length_from_reference_force(k_acl, 0.03, -1), InputError);
  CHECK_THROWS_AS(slack_length_from_reference_strain(k_acl, 0.03, -1), InputError);
  CHECK_THROWS_AS(slack_length_from_reference_strain(k_acl, 0, 0.1), InputError);
}
