#pragma once

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <span>

namespace condyle::bullet {

/// What rows of Bullet's have done on bodies that forces move [J]. A joint's impulse goes with the
/// velocity that it leads to, as the bodies do; that of a contact with the mean of those before and
/// after, for Bullet's contacts are blows.
struct RowWork {
  double joints = 0, contacts = 0;
};

/// Of an island's rows, after Bullet's iteration, on bodies that have no `place` there (at least
/// 0); an empty list of places has none.
RowWork work_of(std::span<const btConstraintArray* const> joints,
                std::span<const btConstraintArray* const> contacts,
                const btAlignedObjectArray<btSolverBody>& bodies, std::span<const int> place);

}  // namespace condyle::bullet
