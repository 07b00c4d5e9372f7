#pragma once

#include <cstddef>

#include "condyle/solver/step.h"
#include "core/src/solver/pair_path.h"

namespace condyle {

/// The first touch or the last release of a pair.
struct TouchEvent {
  TouchKind kind = TouchKind::first_touch;
  std::size_t pair = 0;  ///< index of the pair in the island
  double time = 0;       ///< time within the step, since the engine's start [s]
  Meeting meeting;
  Encounter encounter;  ///< encounter so far; at first touch only its start and speed
};

}  // namespace condyle
