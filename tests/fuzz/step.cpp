// A world that bytes describe, in Bullet: free bodies with layers and laws before a paddle or on a
// turntable, or pulled together by a strand. Each step is checked as those of the random machines
// in tests/engines: numbers are finite, energy never rises beyond the work done, a free system
// keeps its momentum, and no body flies off.
#include <fmt/core.h>

#include "engines/machine_watch.h"
#include "fuzz/fuzz_target.h"

namespace {

void require_within(double found, const char* what, const condyle::test::RandomMachine& machine) {
  condyle::fuzz::require(found <= 1, fmt::format("{} is {:.3g} times its bound: {}", what, found,
                                                 machine.description()));
}

}  // namespace

CONDYLE_FUZZ_TARGET(step) {
  using namespace condyle;
  if (size < 1) return 0;
  test::RandomMachine machine(static_cast<test::MachineDrive>(data[0] % 3),
                              fuzz::Bytes(data + 1, size - 1));
  const test::MachineFindings found = test::findings_of(machine);
  fuzz::require(found.is_finite, "motion is no number: " + machine.description());
  require_within(found.energy, "energy beyond the work done", machine);
  require_within(found.momentum, "a change of momentum", machine);
  require_within(found.spin, "a change of angular momentum", machine);
  require_within(found.way, "the way of a body", machine);
  return 0;
}
