#pragma once

#include <optional>

#include "condyle/solver/step.h"
#include "findings/finding.h"

namespace condyle {

/// Watches the energy ledger of a run for energy that comes from nothing (EnergyLedger::numbers).
/// Steps in soft directions return later what they took, so only a total below zero is a gain.
class EnergyGain {
 public:
  /// Takes the totals of the ledger at a `time` [s]; call this after each step.
  void observe(const EnergyLedger& totals, double time);

  /// Whether more than k_much of the energy in the run came from nothing.
  bool is_much() const { return gained_ > k_much * energy_; }
  /// A warning if is_much(), else nothing.
  std::optional<Finding> finding() const;

  /// Fraction of the energy in the run. Random stacks with friction gain up to 0.03 of it, while
  /// scenes that go wrong gain more than they had.
  static constexpr double k_much = 0.05;

 private:
  double energy_ = 0;  ///< most energy stored and dissipated so far [J]
  double gained_ = 0;  ///< most energy from nothing, net of what the numbers took before [J]
  double time_ = 0;    ///< when that was [s]
};

}  // namespace condyle
