#pragma once

#include <span>

#include "core/src/contact/linearised/step_motion.h"
#include "core/src/solver/strand_in_step.h"

namespace condyle {

/// Sets the start of a (sub-)step from X_WB_start, inverse_mass, memory and damage. Opposite
/// impulses along common lines conserve angular momentum although the bodies shift within the step:
/// all points of force follow the mean shift of the bodies, each weighted by its inverse mass and
/// by how hard the strand pulls on it, unless a body has moved arms.
void linearise(LinearisedStrand& strand);

/// Forces on the bodies at the end of a step of `dt` [s] with these motions. The exact slope
/// contains k g g^T, with the gradient g of the path's length over all its bodies, the turning of
/// free segments under tension, and turning lever arms. The safe slope is symmetric positive
/// semi-definite. Where a path wraps, the ends of its segments count as fixed to the obstacle,
/// which is exact along the surface's normal and too stiff across it.
void evaluate(LinearisedStrand& strand, std::span<const StepMotion* const> motions, double dt,
              Linearisation);

/// Makes the end of the (sub-)step the start of the next one.
void carry_on(LinearisedStrand& strand);

}  // namespace condyle
