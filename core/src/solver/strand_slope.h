#pragma once

#include <span>

#include "core/src/solver/frozen_strand.h"

namespace condyle {

/// Fills forces.slope of a strand in tension after its evaluation. `common_shift` [m] is the shift
/// of the line of action (see freeze).
void put_slope(FrozenStrand& strand, std::span<const StepMotion* const> motions,
               const Eigen::Vector3d& common_shift, double dt, Linearisation linearisation);

}  // namespace condyle
