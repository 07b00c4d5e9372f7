#pragma once

#include <mujoco/mujoco.h>

#include "condyle/error.h"
#include "plugin/mujoco/src/mujoco_version.h"

namespace condyle::mujoco {

/// Throws InputError for options under which a step would not be the law's. `rubs`: a registered
/// pair has friction.
void require_options(const mjModel& model, bool rubs);

/// Throws InputError for data whose threads call collision functions in an order that changes from
/// run to run.
template <class Data>
void require_one_thread(const Data& data) {
  if (has_thread_pool(data))
    throw InputError(
        "The mjData has a thread pool, whose threads find contact in an order that changes from "
        "run to run; make no pool for it");
}

/// Throws InputError where limits are disabled, which lend strands their rows.
void require_limits(const mjModel& model);

/// Throws SimulationError for damping of joints that is not proportional to velocity, or an
/// actuator's: MuJoCo adds it when contact has been solved.
void require_linear_damping(const mjModel& model);

/// The largest part that damping of joints has of the inertia that a step of Euler's sees.
double damping_over_inertia(const mjModel& model);

/// Of the above: a step in which contact lags behind by more than this is refused, unless
/// Plugin::step() makes it, which solves contact with the damping.
inline constexpr double k_most_damping = 0.05;

}  // namespace condyle::mujoco
