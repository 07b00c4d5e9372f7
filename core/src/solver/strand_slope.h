#pragma once

#include <span>

#include "core/src/solver/strand_in_step.h"

namespace condyle {

/// Fills forces.slope of a strand in tension after its evaluation. `common_shift` [m] is the shift
/// of the line of action (see linearise() of linearised_strand.h).
void put_slope(LinearisedStrand& strand, std::span<const StepMotion* const> motions,
               const Eigen::Vector3d& common_shift, double dt, Linearisation linearisation);

}  // namespace condyle
