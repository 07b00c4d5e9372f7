#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>

#include "core/src/solver/engine_rows.h"

namespace condyle::bullet {

/// Work of an island's rows after Bullet's iteration on bodies without a `place` of at least 0; an
/// empty list gives no body a place. A joint's impulse counts with the velocity after it, by which
/// the bodies move; a contact's impulse with the mean of the velocities before and after, since
/// Bullet's contacts are impacts.
RowWork work_of(std::span<const btConstraintArray* const> joints,
                std::span<const btConstraintArray* const> contacts,
                const btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place);

}  // namespace condyle::bullet
