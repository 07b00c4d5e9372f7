#include "findings/energy_gain.h"

#include <fmt/format.h>

#include <algorithm>

namespace condyle {

void EnergyGain::observe(const EnergyLedger& totals, double time) {
  energy_ = std::max(energy_, totals.stored() + totals.dissipated());
  if (!(-totals.numbers > gained_)) return;
  gained_ = -totals.numbers;
  time_ = time;
}

std::optional<Finding> EnergyGain::finding() const {
  if (!is_much()) return {};
  return Finding{
      "energy_gained",
      "energy",
      fmt::format("the bodies gained {:.3g} J from nothing until {:.6g} s, {:.2g} of all energy in "
                  "the run, so their motion is wrong: use shorter steps, a softer layer or a finer "
                  "mesh, and force_direction 'target'",
                  gained_, time_, gained_ / energy_),
      {{"gained [J]", gained_}, {"energy [J]", energy_}, {"time [s]", time_}}};
}

}  // namespace condyle
