#pragma once

#include "core/src/solver/linearised_poses.h"

namespace condyle {

/// Writes the forces on C and T, and their slopes if `linearisation` asks for them, from the sums
/// over the triangles. Both forces act at one common point, and moments are about the centres of
/// mass at the start of the step. `start_offset`: vector from T's centre of mass to C's [m].
void set_forces(const LinearisedSums& sums, const LinearisedPoses& found,
                const Eigen::Vector3d& start_offset, Linearisation linearisation, PairForces& out);

}  // namespace condyle
