#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>

#include "condyle/solver/engine_rows.h"

namespace condyle::bullet {

/// What an island's rows have done after Bullet's iteration, on bodies that have no `place` there
/// (at least 0); an empty list of places has none. A joint's impulse goes with the velocity that it
/// leads to, as the bodies do; that of a contact with the mean of those before and after, for
/// Bullet's contacts are blows.
RowWork work_of(std::span<const btConstraintArray* const> joints,
                std::span<const btConstraintArray* const> contacts,
                const btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place);

}  // namespace condyle::bullet
