#pragma once

#include <memory>
#include <utility>

#include "condyle/world/step_report.h"
#include "core/src/solver/pair_step.h"

namespace condyle {

/// A pair of colliders, which reports refer to.
struct SessionPair : PairStep, std::enable_shared_from_this<SessionPair> {
  SessionPair(ColliderId casts, ColliderId meets, ContactPair contact_pair)
      : PairStep(std::move(contact_pair)), casting(casts), target(meets) {}

  ColliderId casting, target;
  PairMemory memory_before;     ///< memory in the backup
  bool casts_coarsely = false;  ///< casting triangles are so large that they may miss the target
};

}  // namespace condyle
