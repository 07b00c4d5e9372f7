#pragma once

#include <vector>

#include "condyle/solver/contact_group.h"
#include "condyle/solver/frozen_strand.h"

namespace condyle {

/// A strand on its way through a step of the engine's, and what it carries to the next one.
struct StrandStep {
  FrozenStrand frozen;
  CourseMemory memory;         ///< at the end of the last step
  StrandDamage damage;         ///< the same
  double energy = -1;          ///< stored, for the energy ledger [J]; below 0: not known
  double energy_now = -1;      ///< on its way through the step
  double energy_before = -1;   ///< of the ledger, at the start of the step
  std::vector<GroupEnd> ends;  ///< of the bodies of its course, in the group that is being solved
};

/// The step begins, the first time or once more.
void restart(StrandStep& strand);

/// The step is certain: what the strand carries to the next one is as of its end.
void finish(StrandStep& strand);

}  // namespace condyle
