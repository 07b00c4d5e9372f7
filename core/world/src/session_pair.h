#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "condyle/world/reports.h"
#include "core/src/solver/pair_step.h"
#include "core/world/src/session_collider.h"

namespace condyle {

/// A pair of colliders, which reports refer to.
struct SessionPair : PairStep, std::enable_shared_from_this<SessionPair> {
  SessionPair(SessionCollider& casts, SessionCollider& meets, ContactPair contact_pair)
      : PairStep(std::move(contact_pair)),
        casting(casts.id),
        target(meets.id),
        casting_collider(casts),
        target_collider(meets) {}

  ColliderId casting, target;
  SessionCollider &casting_collider, &target_collider;  ///< they outlive the pair
  bool casts_coarsely = false;  ///< casting triangles are so large that they may miss the target
};

/// The order of reports: by the casting, then by the target collider.
inline void sort_by_colliders(std::vector<SessionPair*>& pairs) {
  std::ranges::sort(pairs, {}, [](const SessionPair* pair) {
    return std::pair(pair->casting.value, pair->target.value);
  });
}

/// The report of a pair that this substep has solved.
PairReport report_of(SessionPair& pair, std::int64_t substep);

}  // namespace condyle
