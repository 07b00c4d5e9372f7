#pragma once

#include <span>
#include <vector>

#include "condyle/scene/scene.h"
#include "world/shown_world.h"

namespace condyle {

/// The values of a ShownAgainst so far.
struct ShownSoFar {
  double shown = 0;  ///< in SI units
  long count = 0;    ///< number of values that count
  double time = -1;  ///< of the last of them [s]
};

/// Counts the current value of what is shown, once, if it lies between its times.
void observe(const scene::ShownAgainst& shown, const ShownWorld& world, ShownSoFar& so_far);

/// The reading with its name and unit, without values.
ClosedFormReading shown_reading(const scene::ShownAgainst& shown);

/// The value so far, in the unit of the reading; NaN before the first value that counts.
double shown_value(const scene::ShownAgainst& shown, const ShownSoFar& so_far);

/// Writes both figures in the unit of the reading. Before the first value that counts, what is
/// measured is NaN.
void read_shown(const scene::ShownAgainst& shown, const ShownSoFar& so_far, double time,
                ClosedFormReading& reading);

}  // namespace condyle
