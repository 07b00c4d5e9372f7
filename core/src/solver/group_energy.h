#pragma once

#include "core/src/solver/group_solver.h"

// Energies of a group's step as it is solved so far.

namespace condyle {

/// Kinetic energy that contact and ligaments have added [J].
double gain(const GroupSolver& solver);

/// Kinetic energy that forces and engine impulses have added over the mean velocity of the
/// (sub-)step, external forces excluded [J].
double added_energy(const GroupSolver& solver);

/// Work [J] that the residual of the last evaluation does on the bodies, as an impulse without a
/// cause. Call right after GroupSolver::linearise().
double work_of_imbalance(const GroupSolver& solver);

/// Whether work_of_imbalance() is too much: more than a hundredth of the sum of the bodies' kinetic
/// energy at the start, of the energy that external forces would give them in the engine's
/// `whole_step` [s], and of the energy of the engine's rows, which want to change velocities by
/// `wanted` (GroupSolver::is_plausible).
bool gains_by_imbalance(const GroupSolver& solver, double whole_step, double wanted);

}  // namespace condyle
