#pragma once

#include <span>
#include <string>

#include "condyle/ligament/strand_path.h"
#include "condyle/solver/step.h"
#include "condyle/world/engine.h"

namespace condyle {

// What a session refuses, with InputError.

/// Returns the settings if they are in range.
const StepSettings& checked(const StepSettings& settings);

/// Refuses what is not finite in a body, a mass below 0, or velocities whose energy is not finite.
void require_state(const BodyState& state, int body);
void require_rows(std::span<const JointRow> rows, int bodies);

// `what` is named in the message.
void require_body(int body, const EngineBodies& engine, const std::string& what);
void require_rigid(const Pose& X_BS, const std::string& what);
/// Refuses a path whose points move with a coordinate: an engine of bodies has none.
void require_fixed_points(const ligament::StrandPath& path, const std::string& what);
/// Demands at least two bodies, each of the engine's and listed once.
void require_distinct(std::span<const int> bodies, const EngineBodies& engine,
                      const std::string& what);

}  // namespace condyle
