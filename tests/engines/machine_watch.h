#pragma once

#include <string>

#include "engines/random_machine.h"

namespace condyle::test {

/// The worst results of a run, each relative to its bound: at most 1 if all is well.
struct MachineFindings {
  double energy = 0;    ///< of motion and strands, beyond the work done
  double momentum = 0;  ///< change of momentum of a free system
  double spin = 0;      ///< change of angular momentum of a free system
  double way = 0;       ///< displacement of a body, over the largest that the energy allows
  bool is_finite = true;
  std::string error;
  long passes = 0;
  int steps = 0, rough_steps = 0;  ///< of which the report tells a residual above 1e-3
};

/// Runs a machine to its end, or to a SimulationError, and checks each step: energy never rises
/// beyond the work done, a free system conserves momentum, and no body flies off.
MachineFindings findings_of(RandomMachine& machine);

}  // namespace condyle::test
