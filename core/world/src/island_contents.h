#pragma once

#include <span>
#include <vector>

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

/// Whether an island of these pairs must be solved on the session's own thread: one calls a
/// function of the user, or its vertices move, perhaps those of a surface that several islands
/// meet.
bool must_be_here(std::span<SessionPair* const> pairs);

/// What an island that has been solved leaves for the session, of which other islands that are
/// being solved know nothing.
struct IslandOutcome {
  StepCount count;
  WorkDone work;
  std::vector<TouchEvent> events;
};

/// Completes the island's step and makes the reports of its strands.
void finish_island(IslandStep& step, std::span<SessionStrand* const> strands,
                   IslandOutcome& outcome);

/// Takes over counts, work and events. Call for all islands in their order. `pairs` and `strands`
/// are those of the island, in its order.
void take(const IslandOutcome& outcome, std::span<SessionPair* const> pairs,
          std::span<SessionStrand* const> strands, SessionState& session);

}  // namespace condyle
