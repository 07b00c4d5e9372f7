#pragma once

#include <span>

#include "core/src/solver/island_step.h"
#include "core/world/src/session_state.h"

namespace condyle {

// What a session of any engine does with an island: begins it, enters its pairs and strands, and
// takes over its results. The engine's session enters bodies and rows.

/// Begins an island of the session in a step of `dt` [s] that is solved together with `rows`.
Island& begin_island(const SessionState& session, double dt, EngineRows& rows, IslandStep& step);

/// Enters a pair whose bodies have been entered.
void enter(SessionPair& pair, const GroupEnd& casting, const GroupEnd& target, Island& island);

/// Clears a strand's bodies; then add each of them, in their order, and enter the strand.
void begin_entering(SessionStrand& strand);
void add_body(const GroupEnd& end, const Pose& X_WB, SessionStrand& strand);
void enter(SessionStrand& strand, Island& island);

/// Completes the island's step: takes over counts, work, events and the reports of strands. `pairs`
/// and `strands` are those of the island, in its order.
void finish_island(IslandStep& step, std::span<SessionPair* const> pairs,
                   std::span<SessionStrand* const> strands, SessionState& session);

}  // namespace condyle
