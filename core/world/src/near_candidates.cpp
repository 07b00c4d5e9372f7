#include "core/world/src/near_candidates.h"

namespace condyle {
namespace {

/// Pairs are near up to this gap even at rest, as a fraction of the layers' thickness, for bodies
/// that spring apart.
constexpr double k_margin_over_layer = 1.0 / 32;

}  // namespace

const SurfaceMotion& motion_in(std::int64_t substep, SessionCollider& collider) {
  if (collider.moved_in_substep != substep)
    collider.motion = motion_of(collider.extent, collider.X_BS, *collider.body_motion);
  collider.moved_in_substep = substep;
  return collider.motion;
}

bool may_meet(std::int64_t substep, const NearCandidate& candidate) {
  SessionCollider &a = *candidate.a, &b = *candidate.b;
  const double margin = k_margin_over_layer * (a.thinnest_layer + b.thinnest_layer);
  return may_meet(motion_in(substep, a), *a.body_motion, motion_in(substep, b), *b.body_motion,
                  margin);
}

bool allow_for_collision(std::int64_t substep, const NearCandidate& candidate) {
  SessionCollider &a = *candidate.a, &b = *candidate.b;
  return allow_for_collision(motion_in(substep, a), *a.body_motion, motion_in(substep, b),
                             *b.body_motion);
}

}  // namespace condyle
