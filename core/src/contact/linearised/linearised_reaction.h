#pragma once

#include "core/src/contact/linearised/linearised_poses.h"

namespace condyle {

/// Writes the forces on C and T, and their slopes if `linearisation` asks for them, from the sums
/// over the triangles.
void set_forces(const LinearisedSums& sums, const LinearisedPoses& found,
                Linearisation linearisation, PairForces& out);

}  // namespace condyle
