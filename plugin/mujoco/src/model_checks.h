#pragma once

#include <mujoco/mujoco.h>

namespace condyle::mujoco {

/// Throws InputError for options under which a step would not be the law's. `rubs`: a registered
/// pair has friction.
void require_options(const mjModel& model, bool rubs);

/// The largest part that damping of joints has of the inertia that a step of Euler's sees.
double damping_over_inertia(const mjModel& model);

/// Of the above: a step in which contact lags behind by more than this is refused, unless
/// Plugin::step() makes it, which solves contact with the damping.
inline constexpr double k_most_damping = 0.05;

}  // namespace condyle::mujoco
