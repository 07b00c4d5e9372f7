#pragma once

#include <cstdint>
#include <span>

#include "condyle/solver/step.h"
#include "core/src/solver/work_done.h"
#include "core/world/src/pair_table.h"
#include "core/world/src/session_strand.h"

namespace condyle {

/// Keeps the energy ledger of a session.
class StepLedger {
 public:
  /// Begins a step with the kinetic energy of the bodies before the engine has changed anything.
  void begin_step(double kinetic);

  /// Call when the pairs of the step are known, and the engine has damped the bodies: `kinetic` is
  /// their kinetic energy now.
  void enter(double kinetic, std::span<SessionPair* const> near, PairTable& contacts,
             std::span<SessionStrand* const> strands, std::int64_t substep);

  /// Adds work of gravity and of the user's forces.
  void add_external(double work) { step_.external += work; }

  /// Call when the bodies have their velocities at the end of the step. A step
  /// whose energies are not finite is left out of the totals.
  void end_step(double kinetic, std::span<SessionPair* const> near,
                std::span<SessionStrand* const> strands, const WorkDone& work);
  void abandon() { step_ = {}; }

  const EnergyLedger& step() const { return step_; }
  const EnergyLedger& total() const { return total_; }

 private:
  double kinetic_ = 0;  ///< kinetic energy before the step [J]
  double parted_ = 0;   ///< energy left in pairs that have parted since the last step [J]
  EnergyLedger step_, total_;
  bool is_first_ = true;
};

}  // namespace condyle
