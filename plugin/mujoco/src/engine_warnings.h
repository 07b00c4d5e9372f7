#pragma once

#include <mujoco/mujoco.h>

#include <array>

namespace condyle::mujoco {

/// How often MuJoCo has raised each of its warnings (mjtWarning) in an mjData since its reset.
using WarningCounts = std::array<int, mjNWARNING>;

WarningCounts count_warnings(const mjData& data);

/// Throws SimulationError with the remedy if MuJoCo has raised a warning since `counted` after
/// which its numbers mean nothing: contacts or rows of constraint without room, which it drops, a
/// singular inertia, and coordinates, velocities, accelerations or controls that are not finite,
/// which it sets back. `counted` becomes the count of now; a smaller one tells of a reset.
void require_no_warning(const mjModel& model, const mjData& data, WarningCounts& counted);

}  // namespace condyle::mujoco
