#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>

#include "core/src/solver/engine_rows.h"

namespace condyle::bullet {

/// Work [J] of an island's rows, after Bullet's iteration, on the dynamic solver bodies whose
/// `place` is negative, or on all of them if `place` is empty. The work of a joint is its impulse
/// times the velocity after it, at which the bodies move. The work of a contact is its impulse
/// times the mean of the velocities before and after, since Bullet's contacts are impacts.
RowWork work_of(std::span<const btConstraintArray* const> joints,
                std::span<const btConstraintArray* const> contacts,
                const btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place);

}  // namespace condyle::bullet
