#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/element_weights.h"
#include "condyle/solver/frozen_friction.h"
#include "condyle/solver/frozen_user.h"

namespace condyle {

/// The relative velocity (see RelativeMotion) as one triangle of the block feels it.
Vector6 with_drift(const Vector6& velocity, const YieldBlock& yield, int lane);

/// Presses the triangles of block `b` that touch by a law on triangles, yielding. Writes the
/// samples, whose slopes are by the proximity and rate that there would be without yielding, and
/// the proximities that are left into `pressed` and the block.
void press_yielding(FrozenBlock& block, std::size_t b, const FrozenLaw& law, Pressed& pressed);

/// The regularised law against a slip that yields: see rub().
FrozenFriction rub_yielding(const FrozenTriangle& triangle, double normal_force,
                            const Friction& friction, const Vector6& V, double mobility,
                            const SlopeWanted& wanted);

/// Elastic pressure of the layers with Hunt and Crossley's damping, of lane `lane` of block `b`.
NormalSample foundation(const FrozenBlock& block, std::size_t b, int lane, double depth,
                        double rate, const FrozenLaw& law);

}  // namespace condyle
