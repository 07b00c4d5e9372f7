#pragma once

#include <algorithm>
#include <cmath>

#include "engines/trial_world.h"

namespace condyle::test {

/// The largest rise of the energy of something thrown above its start, beyond the allowance,
/// relative to the start; infinite if it is lost. `one` has energy(), mass k_mass, world and rate.
template <class Throw>
double energy_rise(Throw& one, double seconds) {
  const double start = one.energy();
  // Engines move by the velocity at the end of a step, an error of m g v dt / 2 in flight.
  const double allowed = 1e-3 * start + Throw::k_mass * k_earth * 0.06;
  double most = 0;
  for (int i = 0; i < static_cast<int>(seconds * one.rate); ++i) {
    one.world.step(1 / one.rate);
    if (!std::isfinite(one.energy())) return INFINITY;
    most = std::max(most, (one.energy() - start - allowed) / start);
  }
  return most;
}

}  // namespace condyle::test
