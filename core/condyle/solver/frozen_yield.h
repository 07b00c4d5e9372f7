#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/element_weights.h"
#include "condyle/solver/frozen_friction.h"
#include "condyle/solver/frozen_user.h"

namespace condyle {

/// The relative velocity (see RelativeMotion) of one triangle of the block, with its drift.
Vector6 with_drift(const Vector6& velocity, const YieldBlock& yield, int lane);

/// Presses the touching triangles of block `b` with yielding, by a law on triangles. Writes the
/// samples into `pressed`, with slopes by the proximity and rate without yielding, and the
/// remaining proximities into the block.
void press_yielding(FrozenBlock& block, std::size_t b, const FrozenLaw& law, Pressed& pressed);

/// Friction by the regularised law, against a slip that yields: see rub().
FrozenFriction rub_yielding(const FrozenTriangle& triangle, double normal_force,
                            const Friction& friction, const Vector6& V, double mobility,
                            const SlopeWanted& wanted);

/// Elastic pressure of the layers with Hunt and Crossley's damping, for lane `lane` of block `b`.
NormalSample foundation(const FrozenBlock& block, std::size_t b, int lane, double depth,
                        double rate, const FrozenLaw& law);

}  // namespace condyle
