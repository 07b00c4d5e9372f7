#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/world/src/session_collider.h"

namespace condyle {

/// Two colliders that may be near.
struct NearCandidate {
  SessionCollider *a, *b;
  bool is_near = false;
  bool is_refused = false;  ///< the engine does not let them meet
};

/// Bodies that a joint or a strand couples.
using JoinedBodies = std::pair<BodyMotion*, BodyMotion*>;

/// Further displacement within a substep that a joint may give to a body, which its velocity does
/// not show yet [m].
inline constexpr double k_displacement_by_joint = 0.02;

/// The motion of a collider's surface in a substep, found once from that of its body.
const SurfaceMotion& motion_in(std::int64_t substep, SessionCollider& collider);

/// Whether the two may come so near within the substep that contact must be looked for.
bool may_meet(std::int64_t substep, const NearCandidate& candidate);

/// allow_for_collision() of their motions.
bool allow_for_collision(std::int64_t substep, const NearCandidate& candidate);

/// Marks the candidates that may touch within the substep and that the engine lets meet, which
/// `lets_meet` tells of candidates that may touch. Near bodies may push one another into further
/// ones, and a hit moves a joined body as far, so the search is repeated until nothing changes.
template <class Candidate, class LetsMeet>
void mark_near(std::int64_t substep, std::span<Candidate> candidates,
               std::span<const JoinedBodies> joined, const LetsMeet& lets_meet) {
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (Candidate& candidate : candidates) {
      if (!candidate.is_near && !candidate.is_refused && may_meet(substep, candidate)) {
        candidate.is_near = lets_meet(candidate);
        candidate.is_refused = !candidate.is_near;
      }
      if (candidate.is_near) has_grown |= allow_for_collision(substep, candidate);
    }
    for (const auto& [a, b] : joined) has_grown |= allow_for_joint(*a, *b);
  }
}

}  // namespace condyle
