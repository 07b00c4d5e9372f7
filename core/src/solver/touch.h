#pragma once

#include "condyle/solver/step.h"

namespace condyle {

/// The state of touch that a pair remembers.
struct Touch {
  bool is_touching = false;
  Encounter encounter;  ///< valid while the pair touches
};

}  // namespace condyle
