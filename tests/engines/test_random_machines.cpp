// Random bodies without joints, struck by moving plates, pulled by strands: energy never rises
// beyond the work done, free systems conserve momentum, and no body flies off.
#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <vector>

#include "engines/machine_watch.h"
#include "support/few_or_all.h"
#include "support/soak.h"

namespace condyle::test::random_machine_tests {
namespace {

/// Checks a machine. The steps before an error are checked all the same.
MachineFindings check_machine(MachineDrive drive, unsigned seed) {
  RandomMachine machine(drive, seed);
  const MachineFindings found = findings_of(machine);
  CAPTURE(seed, machine.description());
  CHECK(found.is_finite);
  if (!found.error.empty()) WARN(found.error);
  CHECK(found.energy <= 1);
  CHECK(found.momentum <= 1);
  CHECK(found.spin <= 1);
  CHECK(found.way <= 1);
  if (drive == MachineDrive::paddle) {  // goes as it is driven, however steps are divided
    const Eigen::Vector3d way = found.steps * machine.dt * machine.driven_velocity.linear;
    const Eigen::Vector3d where = machine.world->pose(machine.free_bodies).translation();
    CHECK((where - machine.driven_centre - way).norm() <= by_precision(1e-9, 1e-5));
  }
  return found;
}

constexpr MachineDrive k_drives[] = {MachineDrive::paddle, MachineDrive::turntable,
                                     MachineDrive::strand};

}  // namespace

TEST_CASE("machines without joints gain no energy beyond the work done",
          "[engines][energy][rounds]") {
  constexpr unsigned k_first_seed = 20261130;
  for (const MachineDrive drive : k_drives)
    for (unsigned i = 0; i < few_or_all(2U, 4U); ++i)
      CHECK(check_machine(drive, k_first_seed + i).error.empty());
}

TEST_CASE("a strand that pulls a light body past two heavy ones gives no energy that it lacks",
          "[engines][energy]") {
  CHECK(check_machine(MachineDrive::strand, 224).error.empty());
}

TEST_CASE("pairs that meet while others are held back give no energy that they lack",
          "[engines][energy]") {
  CHECK(check_machine(MachineDrive::turntable, 337).error.empty());
}

TEST_CASE("bodies that pass through one another's layers in a step are not pushed on",
          "[engines][energy]") {
  for (const unsigned seed : {5407U, 6511U})
    CHECK(check_machine(k_drives[seed % 3], seed).error.empty());
  CHECK(check_machine(MachineDrive::strand, 5237).error.empty());
}

TEST_CASE("what layers hold that nobody paid for is not given to bodies", "[engines][energy]") {
  for (const unsigned seed : {3030U, 4290U})
    CHECK(check_machine(MachineDrive::paddle, seed).error.empty());
}

TEST_CASE("the stretch of bristles that nobody paid for is not given to bodies",
          "[engines][energy]") {
  CHECK(check_machine(MachineDrive::paddle, 1806).error.empty());
  CHECK(check_machine(MachineDrive::turntable, 8728).error.empty());
}

TEST_CASE("steps in which passes find no balance are divided and give no energy",
          "[engines][energy]") {
  for (const unsigned seed : {463U, 1397U, 2077U, 2641U, 2912U, 5150U})
    CHECK(check_machine(k_drives[seed % 3], seed).error.empty());
}

TEST_CASE("soak: machines without joints gain no energy beyond the work done", "[.soak]") {
  const std::vector<unsigned> seeds = soak_seeds();
  std::size_t errors = 0;
  long steps = 0, rough = 0, passes = 0;
  for (const unsigned seed : seeds) {
    const MachineFindings found = check_machine(k_drives[seed % 3], seed);
    errors += !found.error.empty();
    steps += found.steps;
    rough += found.rough_steps;
    passes += found.passes;
  }
  CHECK(errors <= most_errors(seeds.size()));
  fmt::print(
      "{} machines from seed {}: {} errors; {} of {} steps with a residual above 1e-3, {} passes\n",
      seeds.size(), seeds.front(), errors, rough, steps, passes);
}

}  // namespace condyle::test::random_machine_tests
