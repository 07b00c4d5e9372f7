#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "condyle/error.h"
#include "condyle/ligament/ligament_strand.h"

namespace condyle::test::ligament_strand_tests {

namespace {
const ligament::Strand k_acl{.name = "ACL", .linear_stiffness = 5000, .slack_length = 0.03};
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
  const ligament::Strand strand{.name = "s",
                                .linear_stiffness = 5000,
                                .slack_length = 0.03,
                                .transition_strain = 0.06,
                                .damping_coefficient = 4};
  const double speed = GENERATE(-0.2, 0.0, 0.3);
  for (const double strain : {-0.02, 0.002, 0.008, 0.03, 0.059, 0.061, 0.2}) {
    CAPTURE(strain, speed);
    const double length = strand.slack_length * (1 + strain), step = 1e-8;
    const ligament::StrandForce low = evaluate(strand, length - step, speed);
    const ligament::StrandForce high = evaluate(strand, length + step, speed);
    const ligament::StrandForce here = evaluate(strand, length, speed);
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
  ligament::Strand strand = k_acl;
  strand.transition_strain = 0;
  CHECK(evaluate(strand, 0.03 * 1.02, 0).spring_force == Approx(100).epsilon(1e-12));
  CHECK(evaluate(strand, 0.03, 0).spring_force == 0);
}

TEST_CASE("slack length from a reference strain or force gives them back", "[ligament]") {
  ligament::Strand strand = k_acl;
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
  CHECK(ligament::force_per_length(2000, 0.035) == Approx(2000 / 0.035).epsilon(1e-15));
  CHECK(ligament::force_per_strain(ligament::force_per_length(2000, 0.035), 0.035) ==
        Approx(2000).epsilon(1e-15));
  const ligament::StrandForce linear = evaluate(k_acl, 0.03 * 1.1, 0);
  CHECK(linear.stiffness == Approx(ligament::force_per_length(5000, 0.03)).epsilon(1e-15));
}

TEST_CASE("a strand outside its range is refused by name", "[ligament]") {
  const auto refused = [](auto change, const char* word) {
    ligament::Strand strand = k_acl;
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

namespace {
/// A strand that tears from 10 % strain on and has torn at 13 %.
const ligament::Strand k_tearing{.name = "tearing",
                                 .linear_stiffness = 2000,
                                 .slack_length = 0.05,
                                 .failure_strain = 0.1,
                                 .softening_strain = 0.03};

double length_at(const ligament::Strand& strand, double strain) {
  return strand.slack_length * (1 + strain);
}
}  // namespace

TEST_CASE("a strand without failure strain has the same bits as before there was one",
          "[ligament]") {
  ligament::Strand late = k_acl;
  late.failure_strain = 0.5;
  for (double strain = -0.1; strain < 0.5; strain += 0.0071) {
    ligament::StrandDamage none;
    const double length = length_at(k_acl, strain);
    const ligament::StrandForce never = evaluate(k_acl, length, 0.2),
                                not_yet = evaluate(late, length, 0.2);
    const ligament::StrandForce kept = evaluate(late, length, 0.2, none);
    for (const ligament::StrandForce* force : {&not_yet, &kept}) {
      CHECK(force->total_force == never.total_force);
      CHECK(force->potential_energy == never.potential_energy);
      CHECK(force->stiffness == never.stiffness);
      CHECK(force->damping == never.damping);
    }
    CHECK(none.torn == 0);
  }
}

TEST_CASE("a tearing strand softens to nothing without a kink", "[ligament]") {
  ligament::Strand whole = k_tearing;
  whole.failure_strain = std::numeric_limits<double>::infinity();
  CHECK(evaluate(k_tearing, length_at(k_tearing, 0.1), 0).total_force ==
        evaluate(whole, length_at(whole, 0.1), 0).total_force);
  CHECK(evaluate(k_tearing, length_at(k_tearing, 0.115), 0).total_force ==
        Approx(evaluate(whole, length_at(whole, 0.115), 0).total_force / 2).epsilon(1e-12));
  CHECK(evaluate(k_tearing, length_at(k_tearing, 0.1301), 0).total_force == 0);
  for (const double strain : {0.0999999, 0.1000001, 0.104, 0.12, 0.129999, 0.14}) {
    const double length = length_at(k_tearing, strain), step = 1e-9;
    const double slope = (evaluate(k_tearing, length + step, 0).total_force -
                          evaluate(k_tearing, length - step, 0).total_force) /
                         (2 * step);
    // The tolerance is for a force of 200 N with 16 digits over 2 nm.
    CHECK(slope == Approx(evaluate(k_tearing, length, 0).stiffness).epsilon(1e-4).margin(1e-2));
  }
}

TEST_CASE("a torn strand stays torn", "[ligament]") {
  ligament::StrandDamage damage;
  const double torn_force = evaluate(k_tearing, length_at(k_tearing, 0.115), 0, damage).total_force;
  CHECK(damage.torn == Approx(0.5).epsilon(1e-12));
  ligament::Strand whole = k_tearing;
  whole.failure_strain = std::numeric_limits<double>::infinity();
  const ligament::StrandForce back = evaluate(k_tearing, length_at(k_tearing, 0.08), 0, damage);
  const ligament::StrandForce virgin = evaluate(whole, length_at(whole, 0.08), 0);
  CHECK(back.total_force == Approx(virgin.total_force / 2).epsilon(1e-12));
  CHECK(back.potential_energy == Approx(virgin.potential_energy / 2).epsilon(1e-12));
  CHECK(back.stiffness == Approx(virgin.stiffness / 2).epsilon(1e-12));
  CHECK(evaluate(k_tearing, length_at(k_tearing, 0.115), 0, damage).total_force == torn_force);
  evaluate(k_tearing, length_at(k_tearing, 0.2), 0, damage);
  CHECK(damage.torn == 1);
  CHECK(evaluate(k_tearing, length_at(k_tearing, 0.05), 0.1, damage).total_force == 0);
  ligament::StrandDamage cut{1};
  CHECK(evaluate(whole, length_at(whole, 0.05), 0.1, cut).total_force == 0);
}

TEST_CASE("scaling keeps the strain", "[ligament]") {
  ligament::Strand strand = k_acl;
  const double before = 0.0323, after = 0.0287;
  const double strain = evaluate(strand, before, 0).strain;
  strand.slack_length = scaled_slack_length(strand, before, after);
  CHECK(evaluate(strand, after, 0).strain == Approx(strain).epsilon(1e-13));
  CHECK_THROWS_AS(scaled_slack_length(strand, 0, after), InputError);
  CHECK_THROWS_AS(scaled_slack_length(strand, before, -1), InputError);
}

TEST_CASE("strain at a force is the inverse of the law", "[ligament]") {
  for (const double strain : {0.0, 1e-6, 0.01, 0.0599, 0.06, 0.07, 0.3}) {
    const double force = evaluate(k_acl, length_at(k_acl, strain), 0).spring_force;
    CHECK(strain_at_spring_force(k_acl, force) == Approx(strain).epsilon(1e-12).margin(1e-12));
  }
  CHECK_THROWS_AS(strain_at_spring_force(k_acl, -1), InputError);
}

TEST_CASE("a failure that contradicts the law is refused by name", "[ligament]") {
  ligament::Strand strand = k_tearing;
  CHECK_NOTHROW(require_valid(strand, "PCL"));
  strand.failure_strain = 0.05;
  CHECK_THROWS_WITH(require_valid(strand, "PCL"),
                    Catch::Contains("PCL") && Catch::Contains("failure strain"));
  strand.failure_strain = 0.1;
  strand.softening_strain = 0;
  CHECK_THROWS_WITH(require_valid(strand, "PCL"), Catch::Contains("softening strain"));
}

}  // namespace condyle::test::ligament_strand_tests
