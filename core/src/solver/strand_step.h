#pragma once

#include <vector>

#include "core/src/solver/group_solver.h"
#include "core/src/solver/linearised_strand.h"

namespace condyle {

/// A strand during a step of the engine, with the state that it carries to the next step.
struct StrandStep {
  LinearisedStrand linearised;
  ligament::PathMemory memory;    ///< state of the path at the end of the last step
  ligament::StrandDamage damage;  ///< damage at the end of the last step
  double energy = -1;             ///< stored energy, for the energy ledger [J]; below 0: unknown
  double energy_now = -1;         ///< stored energy within the current step [J]
  double energy_before = -1;      ///< stored energy at the start of the step, for the ledger [J]
  std::vector<GroupEnd> ends;     ///< bodies of the path, in the group being solved
};

/// Returns the strand to the start of the step.
void restart(StrandStep& strand);

/// Completes the step: the state at its end is carried to the next step.
void finish(StrandStep& strand);

}  // namespace condyle
